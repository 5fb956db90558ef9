" Vim syntax file: Rulewright, the language of rulebooks (*.case)
" Made from grammar/rulewright.lark by `make colours`: a change in this file is lost.
if exists("b:current_syntax")
  finish
endif
let s:cpo = &cpo
set cpo&vim
syntax case match
syntax sync minlines=60

syntax match rulewrightName /[A-Za-z_]\%([A-Za-z0-9_]\)*/
syntax match rulewrightKeyword /\%([A-Za-z0-9_"] \)\@2<=words\%( not\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)with\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)tail \)\@5<=with\%( "\)\@=/
syntax match rulewrightKeyword /\%(" \)\@2<=with\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)with\%( \%(background\|edition\|option\|reading\|scenario\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=with\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)only \)\@5<=\)while\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%([A-Za-z0-9_] \)\@2<=\|\%(\.\)\@1<=\)when\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_"}] \)\@2<=when\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_)] \)\@2<=\)when\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)by \)\@3<=week\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_")] \)\@2<=up\%( to\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_")}] \)\@2<=\)unless\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)rounded \)\@8<=to\%( nearest\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)applies \)\@8<=\|\%(\%(\<\|\>\)extends \)\@8<=\|\%(\%(\<\|\>\)row \)\@4<=\)to\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)held \)\@5<=there\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)plus \)\@5<=the\%( sum\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)times \)\@6<=the\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)has \)\@4<=the\%( \%(greatest\|least\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)on \)\@3<=the\%( \%(counter\|map\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)below \)\@6<=the\%( first\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)above \)\@6<=the\%( last\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)to \)\@3<=the\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)deletes \)\@8<=the\%( \%(case\|part\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)replaces \)\@9<=the\%( \%(case\|tail\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)in \)\@3<=the\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)is \)\@3<=the\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)add \)\@4<=\|\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)between \)\@8<=\|\%(\%(\<\|\>\)by \)\@3<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)least \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)most \)\@5<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)otherwise \)\@10<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)take \)\@5<=\|\%(\%(\<\|\>\)than \)\@5<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)usually \)\@8<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([*+,\-.\/] \)\@2<=\|\%([(\-.\/{]\)\@1<=\)the\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_")] \)\@2<=that\%( has\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)less \)\@5<=\|\%(\%(\<\|\>\)more \)\@5<=\)than\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)the \)\@4<=tail\%(\%(\%( \)*\%(\_$\|[@#]\)\| w\%(ith\|ords\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)the \)\@4<=sum\%(\%(\%( \)*\%(\_$\|[@#]\)\| of\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)strikes\%( \%(from\%(\<\|\>\)\|"\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)step\%( [0-9A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)earlier \)\@8<=\|\%(\%(\<\|\>\)later \)\@6<=\)source\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(, \)\@2<=\%(silent\|tie\)\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)sets\%( aside\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)with \)\@5<=scenario\%( [A-Za-z0-9_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)scenario\%( \%(rule\%(\<\|\>\)\|[A-Za-z0-9_]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_")}] \)\@2<=\%(satisfies\|to\)\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)as \)\@3<=ruling\%(\%(\%( \)*\%(\_$\|[@#]\)\| "\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)ruling\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\| [A-Za-z0-9_]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)general \)\@8<=\|\%(\%(\<\|\>\)option \)\@7<=\|\%(\%(\<\|\>\)scenario \)\@9<=\)rule\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)deletes \)\@8<=row\%( \%(from\%(\<\|\>\)\||\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)adds \)\@5<=row\%( \%(to\%(\<\|\>\)\||\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=\%(row\|until\)\%( "\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_")] \)\@2<=rounded\%( \%(down\|to\|up\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_] \)\@2<=\)rounded\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(down\|to\|up\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)replaces\%( \%(the\%(\<\|\>\)\|"\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)removes\%( piece\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)found \)\@6<=\%(remembered\|thrown\)\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(precedence\|stated\|symmetric\|total\)\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=\%(plus\|times\)\%( the\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(players\|turn\)\%( [0-9]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)in \)\@3<=play\%(\%(\%( \)*\%(\_$\|[@#]\)\|:\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)removes \)\@8<=piece\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=percent\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_] \)\@2<=\)over\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(otherwise\|then\|usually\)\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_")] \)\@2<=otherwise\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(unless\|when\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)no \)\@3<=other\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_")}] \)\@2<=\)or\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_\-]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)over \)\@5<=\%(option\|scenario\)\%( rule\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(, \)\@2<=open\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)and \)\@4<=only\%( when\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)may \)\@4<=\|\%(\%(\<\|\>\)the \)\@4<=\)only\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_)] \)\@2<=\)only\%( while\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)exactly \)\@8<=\|\%(\%(\<\|\>\)most \)\@5<=\)one\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)bears \)\@6<=on\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=\%(on\|to\)\%( [A-Za-z0-9_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)kind \)\@5<=of\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)number \)\@7<=of\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)sum \)\@4<=of\%( ["(0-9A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)one \)\@4<=of\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)greatest \)\@9<=\|\%(\%(\<\|\>\)least \)\@6<=\)of\%( (\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)all \)\@4<=\|\%(\%(\<\|\>\)any \)\@4<=\)of\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)never \)\@6<=of\%( itself\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_")] \)\@2<=\%(of\|then\)\%( ["(0-9A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)numbering\%( \%(by\|decimal\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)any \)\@4<=\|\%(\%(\<\|\>\)the \)\@4<=\)number\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)does \)\@5<=not\%(\%(\%( \)*\%(\_$\|[@#]\)\| matter\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)words \)\@6<=not\%(\%(\%( \)*\%(\_$\|[@#]\)\| held\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)may \)\@4<=\|\%(\%(\<\|\>\)need \)\@5<=\)not\%(\%(\%( \)*\%(\_$\|[@#]\)\| [A-Za-z_]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%(\. \)\@2<=\|\%((\)\@1<=\)not\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_\-]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)is \)\@3<=not\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_\-]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([,:] \)\@2<=\)not\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_\-]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_")] \)\@2<=not\%(\%(\%( \)*\%(\_$\|[@#]\)\| in\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_*+,\-.\/:] \)\@2<=\|\%([(\-.\/{]\)\@1<=\)\%(none\|yes\)\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(and\|as\|at\|by\|for\|from\|in\|is\|not\|of\|or\|otherwise\|over\|rounded\|satisfies\|that\|then\|to\|unless\|up\|when\|with\)\%(\<\|\>\)\| ["*+\/\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)and \)\@4<=\)no\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["*+\/A-Za-z_\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%(, \)\@2<=\)no\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["*+\/A-Za-z_\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%([.:] \)\@2<=\|\%((\)\@1<=\)no\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["*+\/A-Za-z_\-]\|[),\/]\)\)\@=/
syntax match rulewrightKeyword /\%(\%([A-Za-z0-9_*+\-\/] \)\@2<=\|\%([\-.\/{]\)\@1<=\)no\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(and\|as\|at\|by\|for\|from\|in\|is\|not\|of\|or\|otherwise\|over\|rounded\|satisfies\|that\|then\|to\|unless\|up\|when\|with\)\%(\<\|\>\)\| ["*+\/\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)as \)\@3<=new\%( case\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_"] \)\@2<=new\%(\%(\%( \)*\%(\_$\|[@#]\)\| in\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)never\%(\%(\%( \)*\%(\_$\|[@#]\)\| o\%(f\|ver\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)over \)\@5<=\|\%(: \)\@2<=\)need\%( not\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)to \)\@3<=nearest\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(and\|at\|by\|for\|from\|in\|is\|not\|or\|otherwise\|rounded\|satisfies\|to\|unless\|when\)\%(\<\|\>\)\| ["+\-]\|[),.}]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)over \)\@5<=\%(must\|never\|ruling\)\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.:] \)\@2<=\|\%((\)\@1<=\)must\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)multiply\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)by \)\@3<=\|\%(\%(\<\|\>\)half \)\@5<=\|\%(\%(\<\|\>\)quarter \)\@8<=\)month\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%(: \)\@2<=\%(may\|the\)\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)over \)\@5<=may\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(not\|over\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.] \)\@2<=\|\%((\)\@1<=\)may\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)not \)\@4<=matter\%(:\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)is \)\@3<=\)\%(less\|more\)\%( than\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)at \)\@3<=\%(least\|most\)\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_\-]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)the \)\@4<=\%(larger\|smaller\)\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(, \)\@2<=lacks\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)a \)\@2<=kind\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)of \)\@3<=itself\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_"] \)\@2<=is\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_\-]\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)is\%(\%(\%( \)*\%(\_$\|[@#]\)\| a\%(\<\|\>\)\| [0-9]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_)] \)\@2<=is\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_\-]\)\)\@=/
syntax match rulewrightKeyword /\%(\%([A-Za-z0-9_] \)\@2<=\|\%(\.\)\@1<=\)in\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(" \)\@2<=in\%( ["(0-9A-Za-z_\-{]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)as \)\@3<=\)in\%( [A-Za-z0-9_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)found \)\@6<=\%(in\|on\)\%( the\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_)] \)\@2<=in\%( ["(0-9A-Za-z_\-{]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_] \)\@2<=\)in\%( ["(0-9A-Za-z_\-{]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)impossible\%( \%(for\|when\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)as \)\@3<=\)if\%( ["(0-9A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)hidden\%( from\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)not \)\@4<=held\%(\%(\%( \)*\%(\_$\|[@#]\)\| there\%(\<\|\>\)\|,\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)by \)\@3<=heading\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)that \)\@5<=has\%( the\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)by \)\@3<=\%(half\|quarter\)\%( month\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)the \)\@4<=\%(greatest\|least\)\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=goes\%( before\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)over \)\@5<=\)general\%( rule\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)strikes \)\@8<=from\%( "\)\@=/
syntax match rulewrightKeyword /\%(" \)\@2<=\%(from\|needs\)\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=\%(from\|of\|times\)\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_)] \)\@2<=from\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)found\%( \%(decided\|in\|on\|remembered\|thrown\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)otherwise \)\@10<=\%(forbidden\|permitted\)\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=for\%( \%(every\|some\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_"),}] \)\@2<=for\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)the \)\@4<=\%(first\|last\)\%(\%(\%( \)*\%(\_$\|[@#]\)\|:\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)\%(except\|overrides\)\%( [A-Za-z0-9_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)exactly\%( one\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)for \)\@4<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.:] \)\@2<=\|\%((\)\@1<=\)\%(every\|some\)\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)the \)\@4<=\%(end\|part\)\%(\%(\%( \)*\%(\_$\|[@#]\)\| words\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)with \)\@5<=\)\%(edition\|reading\)\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)over \)\@5<=\)\%(earlier\|later\)\%( source\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)rounded \)\@8<=\%(down\|up\)\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(and\|at\|by\|for\|from\|in\|is\|not\|or\|otherwise\|rounded\|satisfies\|to\|unless\|when\)\%(\<\|\>\)\| ["+\-]\|[),.}]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)does\%( not\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)of \)\@3<=different\%( ["(0-9A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)the \)\@4<=difference\%( between\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)deletes\%( \%(row\|the\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)numbering \)\@10<=decimal\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)found \)\@6<=decided\%( by\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)then \)\@5<=\%(conflict\|forbidden\|missing\|permitted\|required\|undetermined\)\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)confirms\%(\%(\%( \)*\%(\_$\|[@#]\)\| "\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)component\%( ["0-9]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=chooses\%(\%(\%( \)*\%(\_$\|[@#]\)\| with\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)chapter\%( ["A-Za-z0-9_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)new \)\@4<=case\%(\%(\%( \)*\%(\_$\|[@#]\)\| "\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)the \)\@4<=case\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(by\|words\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)case \)\@5<=by\%( [A-Za-z0-9_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)numbering \)\@10<=by\%( heading\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(, \)\@2<=by\%( \%(half\|month\|quarter\|week\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%([A-Za-z0-9_] \)\@2<=\|\%(\.\)\@1<=\)by\%( [0-9A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_"}] \)\@2<=by\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_)] \)\@2<=\%(by\|means\|with\)\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)the \)\@4<=\%(booklet\|counter\|map\|one\|product\)\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)difference \)\@11<=between\%( ["(0-9A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)is \)\@3<=\)between\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)and \)\@4<=below\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["0-9A-Za-z_]\|,\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)goes \)\@5<=before\%( [A-Za-z0-9_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_"] \)\@2<=\)because\%( "\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([,:] \)\@2<=\)bears\%( on\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)with \)\@5<=\%(background\|option\)\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(background\|may\|must\)\%(\%(\%( \)*\%(\_$\|[@#]\)\| [A-Za-z_]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_")] \)\@2<=\%(at\|over\)\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)is \)\@3<=at\%( \%(least\|most\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)at\%( most\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_] \)\@2<=\)at\%( ["A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)sets \)\@5<=aside\%( [A-Za-z0-9_]\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_)] \)\@2<=as\%( if\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(" \)\@2<=as\%( \%(if\%(\<\|\>\)\|"\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)as\%( in\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=\%(as\|with\)\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(applies\|extends\|refers\|renumbers\)\%( to\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)appends\%(\%(\%( \)*\%(\_$\|[@#]\)\| words\%(\<\|\>\)\| "\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\)any\%( \%(number\|of\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.:] \)\@2<=\|\%((\)\@1<=\)any\%( number\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(and\|given\|is\|not\|otherwise\)\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_\-]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)when \)\@5<=and\%(\%(\%( \)*\%(\_$\|[@#]\)\| only\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=and\%(\%(\%( \)*\%(\_$\|[@#]\)\| below\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)and\%(\%(\%( \)*\%(\_$\|[@#]\)\| no\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_")}] \)\@2<=and\%(\%(\%( \)*\%(\_$\|[@#]\)\| ["(0-9A-Za-z_\-]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%([A-Za-z0-9_] \)\@2<=\)among\%( ["(0-9A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(amend\|besides\|case\|redirects\|restates\)\%( [A-Za-z0-9_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)may \)\@4<=\%(always\|never\)\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)over \)\@5<=\)always\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_)] \)\@2<=always\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%([A-Za-z0-9_] \)\@2<=alone\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\)all\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(" \)\@2<=\%(after\|column\)\%( "\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)adds\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(row\|words\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)\%(add\|take\)\%( ["(0-9A-Za-z_\-]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(accepts\|amends\|calendar\|choice\|class\|columns\|corrects\|die\|enters\|enum\|fact\|game\|group\|map\|measure\|option\|place\|predicate\|record\|rulebook\|scale\|settles\|source\|status\|table\|the\|value\|verdict\|word\|world\)\%( [A-Za-z_]\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(above\|below\)\%( the\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\%(\_^\|\%(  \)\@2<=\)\%(about\|also\|answers\|asks\|credit\|dated\|example\|inserts\|known\|lasts\|ledger\|note\|publisher\|reads\|term\|try\)\%( "\)\@=/
syntax match rulewrightKeyword /\%(\%(\<\|\>\)is \)\@3<=a\%( kind\%(\<\|\>\)\)\@=/
syntax match rulewrightName /\%( to \)\@4<=\%(\%(any\|every\|may\|must\|nearest\|no\|none\|not\|some\|the\|yes\)\%([A-Za-z0-9_]\)\@!\)\@![A-Za-z_]\%([A-Za-z0-9_]\)*/
syntax match rulewrightName /\%( times \)\@7<=\%(\%(no\|none\|the\|yes\)\%([A-Za-z0-9_]\)\@!\)\@![A-Za-z_]\%([A-Za-z0-9_]\)*/
syntax match rulewrightName /\%( satisfies \)\@11<=\%(\%(any\|may\|must\|no\|none\|not\|the\|yes\)\%([A-Za-z0-9_]\)\@!\)\@![A-Za-z_]\%([A-Za-z0-9_]\)*/
syntax match rulewrightName /\%( from \)\@6<=\%(\%(any\|every\|may\|must\|no\|none\|not\|some\|the\|yes\)\%([A-Za-z0-9_]\)\@!\)\@![A-Za-z_]\%([A-Za-z0-9_]\)*/
syntax match rulewrightName /\%( by \)\@4<=\%(\%(half\|heading\|month\|no\|none\|quarter\|the\|week\|yes\)\%([A-Za-z0-9_]\)\@!\)\@![A-Za-z_]\%([A-Za-z0-9_]\)*/
syntax match rulewrightName /\%( as \)\@4<=\%(\%(if\|in\|new\|ruling\)\%([A-Za-z0-9_]\)\@!\)\@![A-Za-z_]\%([A-Za-z0-9_]\)*/
syntax match rulewrightName /\%(\%(\_^accepts \)\@8<=\|\%(  accepts \)\@10<=\|\%(\_^amends \)\@7<=\|\%(  amends \)\@9<=\|\%(\_^calendar \)\@9<=\|\%(  calendar \)\@11<=\|\%(\_^choice \)\@7<=\|\%(  choice \)\@9<=\|\%(\_^class \)\@6<=\|\%(  class \)\@8<=\|\%(\_^columns \)\@8<=\|\%(  columns \)\@10<=\|\%(\_^corrects \)\@9<=\|\%(  corrects \)\@11<=\|\%(\_^die \)\@4<=\|\%(  die \)\@6<=\|\%(\_^edition \)\@8<=\|\%(  edition \)\@10<=\|\%(\_^enters \)\@7<=\|\%(  enters \)\@9<=\|\%(\_^enum \)\@5<=\|\%(  enum \)\@7<=\|\%(\_^every \)\@6<=\|\%(  every \)\@8<=\|\%(\_^fact \)\@5<=\|\%(  fact \)\@7<=\|\%(\_^game \)\@5<=\|\%(  game \)\@7<=\|\%(\_^group \)\@6<=\|\%(  group \)\@8<=\|\%(\_^map \)\@4<=\|\%(  map \)\@6<=\|\%(\_^measure \)\@8<=\|\%(  measure \)\@10<=\|\%(\_^multiply \)\@9<=\|\%(  multiply \)\@11<=\|\%(\_^place \)\@6<=\|\%(  place \)\@8<=\|\%(\_^predicate \)\@10<=\|\%(  predicate \)\@12<=\|\%(\_^reading \)\@8<=\|\%(  reading \)\@10<=\|\%(\_^record \)\@7<=\|\%(  record \)\@9<=\|\%(\_^rulebook \)\@9<=\|\%(  rulebook \)\@11<=\|\%(\_^scale \)\@6<=\|\%(  scale \)\@8<=\|\%(\_^settles \)\@8<=\|\%(  settles \)\@10<=\|\%(\_^some \)\@5<=\|\%(  some \)\@7<=\|\%(\_^source \)\@7<=\|\%(  source \)\@9<=\|\%(\_^status \)\@7<=\|\%(  status \)\@9<=\|\%(\_^table \)\@6<=\|\%(  table \)\@8<=\|\%(\_^value \)\@6<=\|\%(  value \)\@8<=\|\%(\_^verdict \)\@8<=\|\%(  verdict \)\@10<=\|\%(\_^word \)\@5<=\|\%(  word \)\@7<=\|\%(\_^world \)\@6<=\|\%(  world \)\@8<=\)[A-Za-z_]\%([A-Za-z0-9_]\)*/
syntax match rulewrightName /\%(\%(a\|about\|above\|accepts\|add\|adds\|after\|all\|alone\|also\|always\|amend\|amends\|among\|and\|answers\|any\|appends\|applies\|as\|aside\|asks\|at\|background\|bears\|because\|before\|below\|besides\|between\|booklet\|by\|calendar\|case\|chapter\|choice\|chooses\|class\|column\|columns\|component\|confirms\|conflict\|corrects\|counter\|credit\|dated\|decided\|decimal\|deletes\|die\|difference\|different\|does\|down\|earlier\|edition\|end\|enters\|enum\|every\|exactly\|example\|except\|extends\|fact\|first\|for\|forbidden\|found\|from\|game\|general\|given\|goes\|greatest\|group\|half\|has\|heading\|held\|hidden\|if\|impossible\|in\|inserts\|is\|itself\|kind\|known\|lacks\|larger\|last\|lasts\|later\|least\|ledger\|less\|map\|matter\|may\|means\|measure\|missing\|month\|more\|most\|multiply\|must\|nearest\|need\|needs\|never\|new\|no\|none\|not\|note\|number\|numbering\|of\|on\|one\|only\|open\|option\|or\|other\|otherwise\|over\|overrides\|part\|percent\|permitted\|piece\|place\|play\|players\|plus\|precedence\|predicate\|product\|publisher\|quarter\|reading\|reads\|record\|redirects\|refers\|remembered\|removes\|renumbers\|replaces\|required\|restates\|rounded\|row\|rule\|rulebook\|ruling\|satisfies\|scale\|scenario\|sets\|settles\|silent\|smaller\|some\|source\|stated\|status\|step\|strikes\|sum\|symmetric\|table\|tail\|take\|term\|than\|that\|the\|then\|there\|thrown\|tie\|times\|to\|total\|try\|turn\|undetermined\|unless\|until\|up\|usually\|value\|verdict\|week\|when\|while\|with\|word\|words\|world\|yes\)\%([A-Za-z0-9_]\)\@!\)\@![A-Za-z_]\%([A-Za-z0-9_]\)*/
syntax match rulewrightNumber /\%([A-Za-z0-9_]\)\@1<!\%([0-9]\)\+\%([A-Za-z0-9_]\)\@!/
syntax match rulewrightNumber /\%([A-Za-z0-9_]\)\@1<!\%([0-9]\)\+\.\%([0-9]\)\+\%([A-Za-z0-9_]\)\@!/
syntax match rulewrightNumber /\%([A-Za-z0-9_]\)\@1<!\%([0-9]\)\+\/\%([0-9]\)\+\%([A-Za-z0-9_]\)\@!/
syntax match rulewrightNumber /\%([A-Za-z0-9_]\)\@1<![1-9]\%([0-9]\)*d[1-9]\%([0-9]\)*\%([A-Za-z0-9_]\)\@!/
syntax match rulewrightNumber /\%([A-Za-z0-9_]\)\@1<!\%([0-9]\)\{4,4}-\%([0-9]\)\{2,2}-\%([0-9]\)\{2,2}\%([A-Za-z0-9_]\)\@!/
syntax match rulewrightNumber /\%([A-Za-z0-9_]\)\@1<!\%(\%(\%(\%(IV\|\%(I\)\{1,3}\|\%([0-9]\)\{1,2}\)\)\%( \)\+\)\)\=\%(\%(January\|February\|March\|April\|May\|June\|July\|August\|September\|October\|November\|December\)\)\%( \)\+\%([0-9]\)\{4,4}\%([A-Za-z0-9_]\)\@!\%([A-Za-z0-9_]\)\@!/
syntax match rulewrightReference /\%(\_^\|\%(  \)\@2<=\|\%(: \)\@2<=\)\%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\%(, \%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\)*\%( goes before \)\@=/
syntax match rulewrightReference /\%(\_^\|\%(  \)\@2<=\)\%(\%([a-z]\|\%([0-9]\)\+\)\)\.\%( \)\@=/
syntax match rulewrightRow /|\%([^#@]\)*|/
syntax match rulewrightTag /@\%([A-Z]\)\+-[0-9]\%([A-Za-z0-9]\)*/
syntax match rulewrightComment /#\%(.\)*/
syntax match rulewrightReferenceInReferences /\%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*/ contained
syntax match rulewrightKeywordInReferences /\%(and\%( below\)\@=\|\%(and \)\@4<=below\)/ contained
syntax region rulewrightReferences transparent start=/\%(\%(\_^amend \)\@6<=\|\%(  amend \)\@8<=\|\%(\%(\<\|\>\)sets aside \)\@11<=\|\%(\%(\<\|\>\)goes before \)\@12<=\|\%(\_^besides \)\@8<=\|\%(  besides \)\@10<=\|\%(\%(\<\|\>\)case by \)\@8<=\|\%(\_^case \)\@5<=\|\%(  case \)\@7<=\|\%(\_^chapter \)\@8<=\|\%(  chapter \)\@10<=\|\%(: except \)\@9<=\|\%(\_^except \)\@7<=\|\%(  except \)\@9<=\|\%(\%(\<\|\>\)as in \)\@6<=\|\%(\_^in \)\@3<=\|\%(  in \)\@5<=\|\%(\%(\<\|\>\)bears on \)\@9<!\%([A-Za-z0-9_] on \)\@5<=\%(the\%(\<\|\>\)\)\@!\|\%(: overrides \)\@12<=\|\%(\_^overrides \)\@10<=\|\%(  overrides \)\@12<=\|\%(\_^redirects \)\@10<=\|\%(  redirects \)\@12<=\|\%(\_^restates \)\@9<=\|\%(  restates \)\@11<=\|\%(\_^ruling \)\@7<=\|\%(  ruling \)\@9<=\|\%(\%(\<\|\>\)with scenario \)\@14<=\|\%(\_^scenario \)\@9<=\|\%(  scenario \)\@11<=\|\%(\%(\<\|\>\)refers to \)\@10<=\|\%(\%(\<\|\>\)renumbers to \)\@13<=\)\%([A-Za-z0-9_]\)\@=/ end=/\%([A-Za-z0-9_]\)\@1<=\%(\%([A-Za-z0-9_]\|[.\/][A-Za-z0-9_]\|,\| and below\)\)\@!/ contains=rulewrightKeywordInReferences,rulewrightReferenceInReferences
syntax match rulewrightNameInAmend /\%( \)\@1<=[A-Za-z_]\%([A-Za-z0-9_]\)*/ contained
syntax match rulewrightNumberInAmend /\%( \)\@1<=\%([0-9]\)\+\%([A-Za-z0-9_]\)\@!/ contained
syntax match rulewrightReferenceInAmend /\%(\_^amend \)\@6<=\%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\%(, \%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\)*/ contained
syntax region rulewrightAmend transparent start=/\%(\_^amend \)\@6<=\%([A-Za-z0-9_]\)\@=/ end=/\%(\%( in \)\@=\|\_$\)/ contains=rulewrightReferenceInAmend,rulewrightNumberInAmend,rulewrightNameInAmend
syntax match rulewrightReferenceInAccepts /\%(\%( with \)\@6<=\|\%( below, \)\@8<=\)\%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\%(, \%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\)*/ contained
syntax match rulewrightKeywordInAccepts /\%(and\%( below\)\@=\|\%(and \)\@4<=below\)/ contained
syntax region rulewrightAccepts transparent start=/\%(\%(\_^accepts \)\@8<=\|\%(  accepts \)\@10<=\)\%([A-Za-z0-9_]\)\@=/ end=/\%(\%("\)\@=\|\_$\)/ contains=rulewrightKeywordInAccepts,rulewrightReferenceInAccepts,rulewrightComment,rulewrightTag,rulewrightRow,rulewrightReference,rulewrightNumber,rulewrightName,rulewrightKeyword,rulewrightText
syntax match rulewrightReferenceInRedirects /\%(\%( redirects \)\@11<=\|\%( to \)\@4<=\|\%( below, \)\@8<=\)\%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\%(, \%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\)*/ contained
syntax match rulewrightKeywordInRedirects /\%(and\%( below\)\@=\|\%(and \)\@4<=below\)/ contained
syntax region rulewrightRedirects transparent start=/\%(\%(\_^redirects \)\@10<=\|\%(  redirects \)\@12<=\)\%([A-Za-z0-9_]\)\@=/ end=/\%(\%("\)\@=\|\_$\)/ contains=rulewrightKeywordInRedirects,rulewrightReferenceInRedirects,rulewrightComment,rulewrightTag,rulewrightRow,rulewrightReference,rulewrightNumber,rulewrightName,rulewrightKeyword,rulewrightText
syntax match rulewrightReferenceInWord /\%(\%( in \)\@4<=\|\%( below, \)\@8<=\)\%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\%(, \%([A-Za-z0-9_]\)\+\%(\%([.\/]\%([A-Za-z0-9_]\)\+\)\)*\)*/ contained
syntax match rulewrightKeywordInWord /\%(and\%( below\)\@=\|\%(and \)\@4<=below\)/ contained
syntax region rulewrightWord transparent start=/\%(\%(\_^word \)\@5<=\|\%(  word \)\@7<=\)\%([A-Za-z0-9_]\)\@=/ end=/\%(\%("\)\@=\|\_$\)/ contains=rulewrightKeywordInWord,rulewrightReferenceInWord,rulewrightComment,rulewrightTag,rulewrightRow,rulewrightReference,rulewrightNumber,rulewrightName,rulewrightKeyword,rulewrightText
syntax match rulewrightLinkInText /\[\%([^[\]]\)*\]/ contained
syntax match rulewrightPlaceholderInText /{\%([^{}]\)*}/ contained
syntax region rulewrightText start=/"/ end=/"/ contains=rulewrightPlaceholderInText,rulewrightLinkInText

highlight default link rulewrightComment Comment
highlight default link rulewrightText String
highlight default link rulewrightPlaceholder Special
highlight default link rulewrightLink Underlined
highlight default link rulewrightTag PreProc
highlight default link rulewrightRow Constant
highlight default link rulewrightNumber Number
highlight default link rulewrightKeyword Statement
highlight default link rulewrightReference Label
highlight default link rulewrightName Identifier
highlight default link rulewrightPlaceholderInText rulewrightPlaceholder
highlight default link rulewrightLinkInText rulewrightLink
highlight default link rulewrightKeywordInWord rulewrightKeyword
highlight default link rulewrightReferenceInWord rulewrightReference
highlight default link rulewrightKeywordInRedirects rulewrightKeyword
highlight default link rulewrightReferenceInRedirects rulewrightReference
highlight default link rulewrightKeywordInAccepts rulewrightKeyword
highlight default link rulewrightReferenceInAccepts rulewrightReference
highlight default link rulewrightReferenceInAmend rulewrightReference
highlight default link rulewrightNumberInAmend rulewrightNumber
highlight default link rulewrightNameInAmend rulewrightName
highlight default link rulewrightKeywordInReferences rulewrightKeyword
highlight default link rulewrightReferenceInReferences rulewrightReference

let b:current_syntax = "rulewright"
let &cpo = s:cpo
unlet s:cpo
