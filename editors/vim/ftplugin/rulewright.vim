" Vim settings for Rulewright (*.case): two blanks a level, comments with #
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal foldmethod=indent foldlevel=99
let b:undo_ftplugin = "setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< foldmethod< foldlevel<"
