autocmd BufRead,BufNewFile *.case setfiletype rulewright
