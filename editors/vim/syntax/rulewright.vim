" Vim syntax file: Rulewright, the language of rulebooks (*.case)
" Made from grammar/rulewright.lark by `make colours`: a change in this file is lost.
if exists("b:current_syntax")
  finish
endif
let s:cpo = &cpo
set cpo&vim
syntax case match
syntax sync minlines=60

syntax match rulewrightName /\%(\d\@![[:keyword:]]\)\%([[:keyword:]]\)*/
syntax match rulewrightKeyword /\<years\>\%(\%(\%(\<\|\>\)other \)\@6<=years\)\@11<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<words\>\%(\%([[:keyword:]"+] \)\@2<=words\)\@7<=\%( not\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<with\>\%(\%(\%(\<\|\>\)tail \)\@5<=with\)\@9<=\%( "\)\@=/
syntax match rulewrightKeyword /\<with\>\%(\%([[:keyword:]] \)\@2<=with\)\@6<=\%( ["(0-9A-Z\-§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<with\>\%(\%([[:keyword:]+] \)\@2<=with\)\@6<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<with\>\%(\%(" \)\@2<=with\)\@6<=\%( ["(0-9A-Z\-§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<with\>\%(\%(\_^\|\%(  \)\@2<=\)with\)\@6<=\%( ["(0-9A-Z\-§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<with\>\%(\%(\_^\|\%(  \)\@2<=\)with\)\@6<=\%( \%(background\|edition\|option\|reading\|scenario\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<while\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)only \)\@5<=\)while\)\@10<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<when\>\%(\%([[:keyword:]"}] \)\@2<=when\)\@6<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<when\>\%(\%(\%([[:keyword:]+] \)\@2<=\|\%(\.\)\@1<=\)when\)\@6<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<when\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:])] \)\@2<=\)when\)\@6<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<usual\>\%(\%(\%(\<\|\>\)as \)\@3<=usual\)\@8<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<up\>\%(\%([[:keyword:]")] \)\@2<=up\)\@4<=\%( to\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<unless\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:]")}] \)\@2<=\)unless\)\@8<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<to\>\%(\%(\%(\<\|\>\)rounded \)\@8<=to\)\@10<=\%( nearest\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<to\>\%(\%(\%(\%(\<\|\>\)applies \)\@8<=\|\%(\%(\<\|\>\)extends \)\@8<=\|\%(\%(\<\|\>\)row \)\@4<=\)to\)\@10<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<to\>\%(\%(\%([[:keyword:]")\-}] \)\@2<=\|\%(-\)\@1<=\)to\)\@4<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<throughout\>\%(\%(\%(\<\|\>\)amend \)\@6<=throughout\)\@16<=\%( in\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<there\>\%(\%(\%(\<\|\>\)if \)\@3<=there\)\@8<=\%( is\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<there\>\%(\%(\%(\<\|\>\)held \)\@5<=there\)\@10<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)to \)\@3<=the\)\@6<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)times \)\@6<=the\)\@9<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)replaces \)\@9<=the\)\@12<=\%( \%(case\|tail\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)plus \)\@5<=the\)\@8<=\%( sum\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)on \)\@3<=the\)\@6<=\%( \%(counter\|map\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)is \)\@3<=the\)\@6<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)in \)\@3<=the\)\@6<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)has \)\@4<=the\)\@7<=\%( \%(greatest\|least\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)deletes \)\@8<=the\)\@11<=\%( \%(case\|part\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)below \)\@6<=the\)\@9<=\%( first\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\<\|\>\)above \)\@6<=the\)\@9<=\%( last\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(the\)\@3<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<the\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)add \)\@4<=\|\%(\%(\<\|\>\)after \)\@6<=\|\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)before \)\@7<=\|\%(\%(\<\|\>\)between \)\@8<=\|\%(\%(\<\|\>\)by \)\@3<=\|\%(\%(\<\|\>\)either \)\@7<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)least \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)most \)\@5<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)neither \)\@8<=\|\%(\%(\<\|\>\)nor \)\@4<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)otherwise \)\@10<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)take \)\@5<=\|\%(\%(\<\|\>\)than \)\@5<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)usually \)\@8<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([*+,\-.\/] \)\@2<=\|\%([(\-.\/{]\)\@1<=\)the\)\@13<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<that\>\%(\%([[:keyword:]")] \)\@2<=that\)\@6<=\%( has\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<than\>\%(\%(\%(\%(\<\|\>\)less \)\@5<=\|\%(\%(\<\|\>\)more \)\@5<=\)than\)\@9<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<tail\>\%(\%(\%(\<\|\>\)the \)\@4<=tail\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| w\%(ith\|ords\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<sum\>\%(\%(\%(\<\|\>\)the \)\@4<=sum\)\@7<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| of\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<strikes\>\%(\%(\_^\|\%(  \)\@2<=\)strikes\)\@9<=\%( \%(from\%(\<\|\>\)\|"\)\)\@=/
syntax match rulewrightKeyword /\<step\>\%(\%(\_^\|\%(  \)\@2<=\)step\)\@6<=\%( \%(\%(\d\@![[:keyword:]]\)\|[0-9]\)\)\@=/
syntax match rulewrightKeyword /\<source\>\%(\%(\%(\%(\<\|\>\)earlier \)\@8<=\|\%(\%(\<\|\>\)later \)\@6<=\)source\)\@14<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<so\>\%(\%([[:keyword:]] \)\@2<=so\)\@4<=\%( decides\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(silent\|tie\)\>\%(\%(, \)\@2<=\%(silent\|tie\)\)\@8<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<should\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)either \)\@7<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)neither \)\@8<=\|\%(\%(\<\|\>\)nor \)\@4<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.:] \)\@2<=\|\%((\)\@1<=\)should\)\@16<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<sets\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)sets\)\@6<=\%( aside\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<scenario\>\%(\%(\_^\|\%(  \)\@2<=\)scenario\)\@10<=\%( \%(rule\%(\<\|\>\)\|[§[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<scenario\>\%(\%(\%(\%(\<\|\>\)also \)\@5<=\|\%(\%(\<\|\>\)with \)\@5<=\)scenario\)\@13<=\%( [§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<ruling\>\%(\%(\%(\<\|\>\)as \)\@3<=ruling\)\@9<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| from\%(\<\|\>\)\| "\)\)\@=/
syntax match rulewrightKeyword /\<ruling\>\%(\%(\_^\|\%(  \)\@2<=\)ruling\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\| [§[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<rule\>\%(\%(\%(\%(\<\|\>\)general \)\@8<=\|\%(\%(\<\|\>\)option \)\@7<=\|\%(\%(\<\|\>\)scenario \)\@9<=\)rule\)\@13<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<row\>\%(\%(\%(\<\|\>\)deletes \)\@8<=row\)\@11<=\%( \%(from\%(\<\|\>\)\||\)\)\@=/
syntax match rulewrightKeyword /\<row\>\%(\%(\%(\<\|\>\)adds \)\@5<=row\)\@8<=\%( \%(to\%(\<\|\>\)\||\)\)\@=/
syntax match rulewrightKeyword /\<\%(row\|until\)\>\%(\%([[:keyword:]] \)\@2<=\%(row\|until\)\)\@7<=\%( "\)\@=/
syntax match rulewrightKeyword /\<rounded\>\%(\%([[:keyword:]")] \)\@2<=rounded\)\@9<=\%( \%(down\|to\|up\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<rounded\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:]] \)\@2<=\)rounded\)\@9<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(down\|to\|up\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<replaces\>\%(\%([[:keyword:]+] \)\@2<=replaces\)\@10<=\%( "\)\@=/
syntax match rulewrightKeyword /\<replaces\>\%(\%(\_^\|\%(  \)\@2<=\)replaces\)\@10<=\%( \%(the\%(\<\|\>\)\|"\)\)\@=/
syntax match rulewrightKeyword /\<removes\>\%(\%(\_^\|\%(  \)\@2<=\)removes\)\@9<=\%( piece\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(remembered\|thrown\)\>\%(\%(\%(\<\|\>\)found \)\@6<=\%(remembered\|thrown\)\)\@16<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<range\>\%(\%(\%(\<\|\>\)of \)\@3<=range\)\@8<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(precedence\|stated\|symmetric\|total\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(precedence\|stated\|symmetric\|total\)\)\@12<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<\%(plus\|times\)\>\%(\%([[:keyword:]] \)\@2<=\%(plus\|times\)\)\@7<=\%( the\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(players\|turn\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(players\|turn\)\)\@9<=\%( [0-9]\)\@=/
syntax match rulewrightKeyword /\<play\>\%(\%(\%(\<\|\>\)in \)\@3<=play\)\@7<=\%(\%(\%( \)*\%(\_$\|[@#]\)\|:\)\)\@=/
syntax match rulewrightKeyword /\<piece\>\%(\%(\%(\<\|\>\)removes \)\@8<=piece\)\@13<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<percent\>\%(\%([[:keyword:]] \)\@2<=percent\)\@9<=\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<over\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:]] \)\@2<=\)over\)\@6<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<out\>\%(\%(\%(\<\|\>\)then \)\@5<=out\)\@8<=\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<otherwise\>\%(\%([[:keyword:]")] \)\@2<=otherwise\)\@11<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(unless\|when\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<\%(otherwise\|then\|usually\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(otherwise\|then\|usually\)\)\@11<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(other\|row\|scenario\)\>\%(\%(\%(\<\|\>\)no \)\@3<=\%(other\|row\|scenario\)\)\@11<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<other\>\%(\%(\%(\<\|\>\)in \)\@3<=other\)\@8<=\%( years\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<or\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:]")}] \)\@2<=\)or\)\@4<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(option\|scenario\)\>\%(\%(\%(\<\|\>\)over \)\@5<=\%(option\|scenario\)\)\@13<=\%( rule\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<option\>\%(\%(, \)\@2<=option\)\@8<=\%( off\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<open\>\%(\%(, \)\@2<=open\)\@6<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<only\>\%(\%(\%(\<\|\>\)and \)\@4<=only\)\@8<=\%( when\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<only\>\%(\%(\%(\%(\<\|\>\)may \)\@4<=\|\%(\%(\<\|\>\)the \)\@4<=\)only\)\@8<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<only\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:])] \)\@2<=\)only\)\@6<=\%( while\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<one\>\%(\%(\%(\%(\<\|\>\)exactly \)\@8<=\|\%(\%(\<\|\>\)most \)\@5<=\)one\)\@11<=\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<on\>\%(\%(\%(\<\|\>\)bears \)\@6<=on\)\@8<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(on\|to\)\>\%(\%([[:keyword:]+] \)\@2<=\%(on\|to\)\)\@4<=\%( [§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<off\>\%(\%(\%(\<\|\>\)option \)\@7<=off\)\@10<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<of\>\%(\%(\%(\<\|\>\)sum \)\@4<=of\)\@6<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z]\)\)\@=/
syntax match rulewrightKeyword /\<of\>\%(\%(\%(\<\|\>\)out \)\@4<=of\)\@6<=\%( range\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<of\>\%(\%(\%(\<\|\>\)one \)\@4<=of\)\@6<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<of\>\%(\%(\%(\<\|\>\)number \)\@7<=of\)\@9<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<of\>\%(\%(\%(\<\|\>\)never \)\@6<=of\)\@8<=\%( itself\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<of\>\%(\%(\%(\<\|\>\)kind \)\@5<=of\)\@7<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<of\>\%(\%([[:keyword:]] \)\@2<=of\)\@4<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(of\|then\)\>\%(\%([[:keyword:]")] \)\@2<=\%(of\|then\)\)\@6<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z]\)\)\@=/
syntax match rulewrightKeyword /\<of\>\%(\%(\%(\%(\<\|\>\)greatest \)\@9<=\|\%(\%(\<\|\>\)least \)\@6<=\)of\)\@11<=\%( (\)\@=/
syntax match rulewrightKeyword /\<of\>\%(\%(\%(\%(\<\|\>\)all \)\@4<=\|\%(\%(\<\|\>\)any \)\@4<=\)of\)\@6<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<numbering\>\%(\%(\_^\|\%(  \)\@2<=\)numbering\)\@11<=\%( \%(by\|decimal\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<number\>\%(\%(\%(\%(\<\|\>\)any \)\@4<=\|\%(\%(\<\|\>\)the \)\@4<=\)number\)\@10<=\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<not\>\%(\%(\%(\<\|\>\)words \)\@6<=not\)\@9<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| held\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<not\>\%(\%(\%(\<\|\>\)should \)\@7<=not\)\@10<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\)\)\@=/
syntax match rulewrightKeyword /\<not\>\%(\%(\%(\<\|\>\)is \)\@3<=not\)\@6<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<not\>\%(\%(\%(\<\|\>\)does \)\@5<=not\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| matter\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<not\>\%(\%([[:keyword:]")] \)\@2<=not\)\@5<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| in\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<not\>\%(\%(\%(\%(\<\|\>\)may \)\@4<=\|\%(\%(\<\|\>\)need \)\@5<=\)not\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\)\)\@=/
syntax match rulewrightKeyword /\<not\>\%(\%(\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)but \)\@4<=\|\%(\%(\<\|\>\)either \)\@7<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)neither \)\@8<=\|\%(\%(\<\|\>\)nor \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%(\. \)\@2<=\|\%((\)\@1<=\)not\)\@13<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<not\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([,:] \)\@2<=\)not\)\@5<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(nor\|satisfies\)\>\%(\%([[:keyword:]")}] \)\@2<=\%(nor\|satisfies\)\)\@11<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(none\|yes\)\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:]*+,\-.\/:] \)\@2<=\|\%([(\-.\/{]\)\@1<=\)\%(none\|yes\)\)\@6<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(and\|as\|at\|but\|by\|for\|from\|if\|in\|is\|nor\|not\|of\|or\|otherwise\|over\|rounded\|satisfies\|that\|then\|to\|unless\|up\|when\|with\)\%(\<\|\>\)\| ["*+\/\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\<no\>\%(\%(\%(\<\|\>\)and \)\@4<=no\)\@6<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["*+\/\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\<no\>\%(\%(, \)\@2<=no\)\@4<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["*+\/\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\<no\>\%(\%(\_^\|\%(  \)\@2<=\)no\)\@4<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["*+\/\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\<no\>\%(\%(\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)with \)\@5<=\)no\)\@7<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["*+\/\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\<no\>\%(\%(\%([[:keyword:]*+\-\/] \)\@2<=\|\%([\-.\/{]\)\@1<=\)no\)\@4<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(and\|as\|at\|but\|by\|for\|from\|if\|in\|is\|nor\|not\|of\|or\|otherwise\|over\|rounded\|satisfies\|that\|then\|to\|unless\|up\|when\|with\)\%(\<\|\>\)\| ["*+\/\-]\|[),.\/}]\)\)\@=/
syntax match rulewrightKeyword /\<no\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)nor \)\@4<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%([.:] \)\@2<=\|\%((\)\@1<=\)no\)\@9<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["*+\/\-]\|[),\/]\)\)\@=/
syntax match rulewrightKeyword /\<new\>\%(\%(\%(\<\|\>\)as \)\@3<=new\)\@6<=\%( case\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<new\>\%(\%([[:keyword:]"+] \)\@2<=new\)\@5<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(from\|in\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<never\>\%(\%(\_^\|\%(  \)\@2<=\)never\)\@7<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| o\%(f\|ver\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<needs\>\%(\%(" \)\@2<=needs\)\@7<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<need\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)over \)\@5<=\|\%(: \)\@2<=\)need\)\@9<=\%( not\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<nearest\>\%(\%(\%(\<\|\>\)to \)\@3<=nearest\)\@10<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(and\|at\|but\|by\|for\|from\|if\|in\|is\|nor\|not\|or\|otherwise\|rounded\|satisfies\|to\|unless\|when\)\%(\<\|\>\)\| ["+0-9\-]\|[),.}]\)\)\@=/
syntax match rulewrightKeyword /\<\%(must\|never\|ruling\)\>\%(\%(\%(\<\|\>\)over \)\@5<=\%(must\|never\|ruling\)\)\@11<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<must\>\%(\%(\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)either \)\@7<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)neither \)\@8<=\|\%(\%(\<\|\>\)nor \)\@4<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.:] \)\@2<=\|\%((\)\@1<=\)must\)\@14<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<multiply\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)multiply\)\@10<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(months\|years\)\>\%(\%(\%(\<\|\>\)the \)\@4<=\%(months\|years\)\)\@10<=\%( from\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<month\>\%(\%(\%(\%(\<\|\>\)by \)\@3<=\|\%(\%(\<\|\>\)half \)\@5<=\|\%(\%(\<\|\>\)quarter \)\@8<=\)month\)\@13<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<may\>\%(\%(\%(\<\|\>\)over \)\@5<=may\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(not\|over\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<\%(may\|the\)\>\%(\%(: \)\@2<=\%(may\|the\)\)\@5<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<may\>\%(\%(\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)either \)\@7<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)neither \)\@8<=\|\%(\%(\<\|\>\)nor \)\@4<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.] \)\@2<=\|\%((\)\@1<=\)may\)\@13<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<matter\>\%(\%(\%(\<\|\>\)not \)\@4<=matter\)\@10<=\%(:\)\@=/
syntax match rulewrightKeyword /\<\%(less\|more\)\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)is \)\@3<=\)\%(less\|more\)\)\@7<=\%( than\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(least\|most\)\>\%(\%(\%(\<\|\>\)at \)\@3<=\%(least\|most\)\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(larger\|smaller\)\>\%(\%(\%(\<\|\>\)the \)\@4<=\%(larger\|smaller\)\)\@11<=\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<lacks\>\%(\%(, \)\@2<=lacks\)\@7<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<kind\>\%(\%(\%(\<\|\>\)a \)\@2<=kind\)\@6<=\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<itself\>\%(\%(\%(\<\|\>\)of \)\@3<=itself\)\@9<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<is\>\%(\%(\%(\<\|\>\)there \)\@6<=is\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| none\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<is\>\%(\%([[:keyword:])] \)\@2<=is\)\@4<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<is\>\%(\%([[:keyword:]"] \)\@2<=is\)\@4<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<is\>\%(\%(\_^\|\%(  \)\@2<=\)is\)\@4<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(a\|the\)\%(\<\|\>\)\| [0-9]\)\)\@=/
syntax match rulewrightKeyword /\<\%(in\|on\)\>\%(\%(\%(\<\|\>\)found \)\@6<=\%(in\|on\)\)\@8<=\%( the\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<in\>\%(\%([[:keyword:]] \)\@2<=in\)\@4<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-{]\)\)\@=/
syntax match rulewrightKeyword /\<in\>\%(\%([[:keyword:]] \)\@2<=in\)\@4<=\%( ["(0-9A-Z\-{§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<in\>\%(\%([[:keyword:])] \)\@2<=in\)\@4<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-{]\)\)\@=/
syntax match rulewrightKeyword /\<in\>\%(\%(" \)\@2<=in\)\@4<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-{]\)\)\@=/
syntax match rulewrightKeyword /\<in\>\%(\%(\_^\|\%(  \)\@2<=\)in\)\@4<=\%( ["(0-9A-Z\-{§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<in\>\%(\%(\%([[:keyword:]+] \)\@2<=\|\%(\.\)\@1<=\)in\)\@4<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<in\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)as \)\@3<=\)in\)\@5<=\%( [§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<impossible\>\%(\%(\_^\|\%(  \)\@2<=\)impossible\)\@12<=\%( \%(for\|when\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<if\>\%(\%(\%(\<\|\>\)as \)\@3<=if\)\@5<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z]\)\)\@=/
syntax match rulewrightKeyword /\<if\>\%(\%([[:keyword:]")] \)\@2<=if\)\@4<=\%( there\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<if\>\%(\%(\_^\|\%(  \)\@2<=\)if\)\@4<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z]\)\)\@=/
syntax match rulewrightKeyword /\<hidden\>\%(\%(\_^\|\%(  \)\@2<=\)hidden\)\@8<=\%( from\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<held\>\%(\%(\%(\<\|\>\)not \)\@4<=held\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| there\%(\<\|\>\)\|,\)\)\@=/
syntax match rulewrightKeyword /\<heading\>\%(\%(\%(\<\|\>\)by \)\@3<=heading\)\@10<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<has\>\%(\%(\%(\<\|\>\)that \)\@5<=has\)\@8<=\%( the\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(half\|quarter\)\>\%(\%(\%(\<\|\>\)by \)\@3<=\%(half\|quarter\)\)\@10<=\%( month\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(greatest\|least\)\>\%(\%(\%(\<\|\>\)the \)\@4<=\%(greatest\|least\)\)\@12<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z]\)\)\@=/
syntax match rulewrightKeyword /\<goes\>\%(\%([[:keyword:]+] \)\@2<=goes\)\@6<=\%( before\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<general\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)over \)\@5<=\)general\)\@12<=\%( rule\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<from\>\%(\%(\%(\<\|\>\)strikes \)\@8<=from\)\@12<=\%( "\)\@=/
syntax match rulewrightKeyword /\<from\>\%(\%([[:keyword:]+] \)\@2<=from\)\@6<=\%( [0-9A-Z]\)\@=/
syntax match rulewrightKeyword /\<from\>\%(\%([[:keyword:])] \)\@2<=from\)\@6<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<from\>\%(\%([[:keyword:]"] \)\@2<=from\)\@6<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<from\>\%(\%(\%(\%(\<\|\>\)months \)\@7<=\|\%(\%(\<\|\>\)years \)\@6<=\)from\)\@11<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z]\)\)\@=/
syntax match rulewrightKeyword /\<found\>\%(\%(\_^\|\%(  \)\@2<=\)found\)\@7<=\%( \%(decided\|in\|on\|remembered\|thrown\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<formerly\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:]"] \)\@2<=\)formerly\)\@10<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(forbidden\|permitted\|undetermined\)\>\%(\%(\%(\<\|\>\)otherwise \)\@10<=\%(forbidden\|permitted\|undetermined\)\)\@22<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<for\>\%(\%([[:keyword:]+] \)\@2<=for\)\@5<=\%( \%(every\|some\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<for\>\%(\%([[:keyword:]"),}] \)\@2<=for\)\@5<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(first\|last\)\>\%(\%(\%(\<\|\>\)the \)\@4<=\%(first\|last\)\)\@9<=\%(\%(\%( \)*\%(\_$\|[@#]\)\|:\)\)\@=/
syntax match rulewrightKeyword /\<\%(except\|overrides\)\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)\%(except\|overrides\)\)\@11<=\%( [§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<exactly\>\%(\%(\_^\|\%(  \)\@2<=\)exactly\)\@9<=\%( one\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(every\|some\)\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)for \)\@4<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)nor \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.:] \)\@2<=\|\%((\)\@1<=\)\%(every\|some\)\)\@12<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(end\|part\)\>\%(\%(\%(\<\|\>\)the \)\@4<=\%(end\|part\)\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| words\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<empty\>\%(\%(, \)\@2<=empty\)\@7<=\%( cell\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(either\|neither\)\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.:] \)\@2<=\|\%((\)\@1<=\)\%(either\|neither\)\)\@14<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(edition\|reading\)\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)with \)\@5<=\)\%(edition\|reading\)\)\@12<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(earlier\|later\)\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)over \)\@5<=\)\%(earlier\|later\)\)\@12<=\%( source\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<each\>\%(each\)\@4<=\%( \%(\%(\d\@![[:keyword:]]\)\|[0-9]\)\)\@=/
syntax match rulewrightKeyword /\<\%(down\|up\)\>\%(\%(\%(\<\|\>\)rounded \)\@8<=\%(down\|up\)\)\@12<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(and\|at\|but\|by\|for\|from\|if\|in\|is\|nor\|not\|or\|otherwise\|rounded\|satisfies\|to\|unless\|when\)\%(\<\|\>\)\| ["+\-]\|[),.}]\)\)\@=/
syntax match rulewrightKeyword /\<does\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)does\)\@6<=\%( not\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<different\>\%(\%(\%(\<\|\>\)of \)\@3<=different\)\@12<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z]\)\)\@=/
syntax match rulewrightKeyword /\<difference\>\%(\%(\%(\<\|\>\)the \)\@4<=difference\)\@14<=\%( between\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<deletes\>\%(\%(\_^\|\%(  \)\@2<=\)deletes\)\@9<=\%( \%(row\|the\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<decimal\>\%(\%(\%(\<\|\>\)numbering \)\@10<=decimal\)\@17<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<decides\>\%(\%(\%(\<\|\>\)so \)\@3<=decides\)\@10<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<decided\>\%(\%(\%(\<\|\>\)found \)\@6<=decided\)\@13<=\%( by\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<day\>\%(\%(\%(\<\|\>\)the \)\@4<=day\)\@7<=\%( asked\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(day\|roman\|section\|week\)\>\%(\%(\%(\<\|\>\)by \)\@3<=\%(day\|roman\|section\|week\)\)\@10<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<\%(conflict\|forbidden\|missing\|permitted\|required\|undetermined\)\>\%(\%(\%(\<\|\>\)then \)\@5<=\%(conflict\|forbidden\|missing\|permitted\|required\|undetermined\)\)\@17<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<confirms\>\%(\%(\_^\|\%(  \)\@2<=\)confirms\)\@10<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| "\)\)\@=/
syntax match rulewrightKeyword /\<component\>\%(\%(\_^\|\%(  \)\@2<=\)component\)\@11<=\%( ["0-9]\)\@=/
syntax match rulewrightKeyword /\<chooses\>\%(\%([[:keyword:]] \)\@2<=chooses\)\@9<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| with\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<chapter\>\%(\%(\_^\|\%(  \)\@2<=\)chapter\)\@9<=\%( ["§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<cell\>\%(\%(\%(\<\|\>\)empty \)\@6<=cell\)\@10<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<case\>\%(\%(\%(\<\|\>\)the \)\@4<=case\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(by\|words\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<case\>\%(\%(\%(\<\|\>\)new \)\@4<=case\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| from\%(\<\|\>\)\| "\)\)\@=/
syntax match rulewrightKeyword /\<by\>\%(\%(\%(\<\|\>\)numbering \)\@10<=by\)\@12<=\%( \%(heading\|roman\|section\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<by\>\%(\%(\%(\<\|\>\)case \)\@5<=by\)\@7<=\%( [§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<\%(by\|means\|with\)\>\%(\%([[:keyword:])] \)\@2<=\%(by\|means\|with\)\)\@7<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<by\>\%(\%([[:keyword:]"}] \)\@2<=by\)\@4<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<by\>\%(\%(, \)\@2<=by\)\@4<=\%( \%(day\|half\|month\|quarter\|week\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<by\>\%(\%(\%([[:keyword:]] \)\@2<=\|\%(\.\)\@1<=\)by\)\@4<=\%( \%(\%(\d\@![[:keyword:]]\)\|[0-9]\)\)\@=/
syntax match rulewrightKeyword /\<but\>\%(\%([[:keyword:]")}] \)\@2<=but\)\@5<=\%( not\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(booklet\|counter\|map\|one\|product\)\>\%(\%(\%(\<\|\>\)the \)\@4<=\%(booklet\|counter\|map\|one\|product\)\)\@11<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<between\>\%(\%(\%(\<\|\>\)difference \)\@11<=between\)\@18<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z]\)\)\@=/
syntax match rulewrightKeyword /\<between\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)is \)\@3<=\)between\)\@10<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(besides\|case\|redirects\|restates\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(besides\|case\|redirects\|restates\)\)\@11<=\%( [§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<below\>\%(\%(\%(\<\|\>\)and \)\@4<=below\)\@9<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["0-9]\|,\)\)\@=/
syntax match rulewrightKeyword /\<before\>\%(\%(\%(\<\|\>\)goes \)\@5<=before\)\@11<=\%( [§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<because\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:]"+] \)\@2<=\)because\)\@9<=\%( "\)\@=/
syntax match rulewrightKeyword /\<bears\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([,:] \)\@2<=\)bears\)\@7<=\%( on\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(background\|option\)\>\%(\%(\%(\<\|\>\)with \)\@5<=\%(background\|option\)\)\@15<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(background\|may\|must\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(background\|may\|must\)\)\@12<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\)\)\@=/
syntax match rulewrightKeyword /\<\%(at\|over\)\>\%(\%([[:keyword:]")] \)\@2<=\%(at\|over\)\)\@6<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<at\>\%(\%(\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)either \)\@7<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)neither \)\@8<=\|\%(\%(\<\|\>\)nor \)\@4<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.:] \)\@2<=\|\%((\)\@1<=\)at\)\@12<=\%( least\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<at\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)is \)\@3<=\)at\)\@5<=\%( \%(least\|most\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<at\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:]] \)\@2<=\)at\)\@4<=\%( \%(\%(\d\@![[:keyword:]]\)\|"\)\)\@=/
syntax match rulewrightKeyword /\<asked\>\%(\%(\%(\<\|\>\)day \)\@4<=asked\)\@9<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<aside\>\%(\%(\%(\<\|\>\)sets \)\@5<=aside\)\@10<=\%( [§[:keyword:]]\)\@=/
syntax match rulewrightKeyword /\<as\>\%(\%([[:keyword:]] \)\@2<=as\)\@4<=\%( if\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<as\>\%(\%([[:keyword:]] \)\@2<=as\)\@4<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<as\>\%(\%() \)\@2<=as\)\@4<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<as\>\%(\%(" \)\@2<=as\)\@4<=\%( \%(\%(if\|usual\)\%(\<\|\>\)\|"\)\)\@=/
syntax match rulewrightKeyword /\<as\>\%(\%(\_^\|\%(  \)\@2<=\)as\)\@4<=\%( in\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(applies\|extends\|refers\|renumbers\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(applies\|extends\|refers\|renumbers\)\)\@11<=\%( to\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<appends\>\%(\%(\_^\|\%(  \)\@2<=\)appends\)\@9<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| words\%(\<\|\>\)\| "\)\)\@=/
syntax match rulewrightKeyword /\<any\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\)any\)\@10<=\%( \%(number\|of\)\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<any\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)and \)\@4<=\|\%(\%(\<\|\>\)either \)\@7<=\|\%(\%(\<\|\>\)from \)\@5<=\|\%(\%(\<\|\>\)given \)\@6<=\|\%(\%(\<\|\>\)lacks \)\@6<=\|\%(\%(\<\|\>\)needs \)\@6<=\|\%(\%(\<\|\>\)neither \)\@8<=\|\%(\%(\<\|\>\)nor \)\@4<=\|\%(\%(\<\|\>\)not \)\@4<=\|\%(\%(\<\|\>\)of \)\@3<=\|\%(\%(\<\|\>\)or \)\@3<=\|\%(\%(\<\|\>\)satisfies \)\@10<=\|\%(\%(\<\|\>\)then \)\@5<=\|\%(\%(\<\|\>\)to \)\@3<=\|\%(\%(\<\|\>\)while \)\@6<=\|\%(\%(\<\|\>\)with \)\@5<=\|\%([,.:] \)\@2<=\|\%((\)\@1<=\)any\)\@13<=\%( number\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<and\>\%(\%(\%(\<\|\>\)when \)\@5<=and\)\@8<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| only\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<and\>\%(\%([[:keyword:]+] \)\@2<=and\)\@5<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| below\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<and\>\%(\%([[:keyword:]")}] \)\@2<=and\)\@5<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<and\>\%(\%(\.\)\@1<=and\)\@4<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\)\)\@=/
syntax match rulewrightKeyword /\<and\>\%(\%(\_^\|\%(  \)\@2<=\)and\)\@5<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| no\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<\%(and\|given\|is\|not\|otherwise\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(and\|given\|is\|not\|otherwise\)\)\@11<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(\d\@![[:keyword:]]\)\| ["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<among\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%([[:keyword:]] \)\@2<=\)among\)\@7<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z]\)\)\@=/
syntax match rulewrightKeyword /\<amend\>\%(\%(\_^\|\%(  \)\@2<=\)amend\)\@7<=\%( \%(throughout\%(\<\|\>\)\|[§[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(always\|never\)\>\%(\%(\%(\<\|\>\)may \)\@4<=\%(always\|never\)\)\@10<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<always\>\%(\%([[:keyword:])] \)\@2<=always\)\@8<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<always\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)over \)\@5<=\)always\)\@11<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| over\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<\%(also\|withdraws\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(also\|withdraws\)\)\@11<=\%( \%(\%(\d\@![[:keyword:]]\)\|"\)\)\@=/
syntax match rulewrightKeyword /\<alone\>\%(\%([[:keyword:]] \)\@2<=alone\)\@7<=\%(\%( \)*\%(\_$\|[@#]\)\)\@=/
syntax match rulewrightKeyword /\<all\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(\%(\<\|\>\)means \)\@6<=\|\%(\%(\<\|\>\)unless \)\@7<=\|\%(\%(\<\|\>\)when \)\@5<=\)all\)\@10<=\%( of\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<against\>\%(against\)\@7<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(and\|but\|by\|for\|nor\|or\|satisfies\|to\|unless\|when\)\%(\<\|\>\)\| "\|[),]\)\)\@=/
syntax match rulewrightKeyword /\<\%(after\|before\|of\|times\)\>\%(\%([[:keyword:]] \)\@2<=\%(after\|before\|of\|times\)\)\@8<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(after\|column\)\>\%(\%(" \)\@2<=\%(after\|column\)\)\@8<=\%( "\)\@=/
syntax match rulewrightKeyword /\<adds\>\%(\%(\_^\|\%(  \)\@2<=\)adds\)\@6<=\%(\%(\%( \)*\%(\_$\|[@#]\)\| \%(row\|words\)\%(\<\|\>\)\)\)\@=/
syntax match rulewrightKeyword /\<\%(add\|take\)\>\%(\%(\%(\_^\|\%(  \)\@2<=\)\|\%(: \)\@2<=\)\%(add\|take\)\)\@6<=\%( \%(\%(\d\@![[:keyword:]]\)\|["(0-9A-Z\-]\)\)\@=/
syntax match rulewrightKeyword /\<\%(accepts\|amends\|calendar\|choice\|class\|columns\|corrects\|die\|enters\|enum\|fact\|game\|group\|map\|measure\|option\|place\|predicate\|record\|rulebook\|scale\|settles\|source\|status\|table\|the\|value\|verdict\|word\|world\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(accepts\|amends\|calendar\|choice\|class\|columns\|corrects\|die\|enters\|enum\|fact\|game\|group\|map\|measure\|option\|place\|predicate\|record\|rulebook\|scale\|settles\|source\|status\|table\|the\|value\|verdict\|word\|world\)\)\@11<=\%( \%(\d\@![[:keyword:]]\)\)\@=/
syntax match rulewrightKeyword /\<\%(above\|below\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(above\|below\)\)\@7<=\%( the\%(\<\|\>\)\)\@=/
syntax match rulewrightKeyword /\<\%(about\|answers\|asks\|credit\|dated\|example\|inserts\|known\|lasts\|ledger\|note\|publisher\|reads\|renames\|term\|try\)\>\%(\%(\_^\|\%(  \)\@2<=\)\%(about\|answers\|asks\|credit\|dated\|example\|inserts\|known\|lasts\|ledger\|note\|publisher\|reads\|renames\|term\|try\)\)\@11<=\%( "\)\@=/
syntax match rulewrightKeyword /\<a\>\%(\%(\%(\<\|\>\)is \)\@3<=a\)\@4<=\%( kind\%(\<\|\>\)\)\@=/
syntax match rulewrightName /\<\%( to \)\@4<=\%(\%(any\|at\|either\|every\|may\|must\|nearest\|neither\|no\|none\|not\|should\|some\|the\|yes\)\%([[:keyword:]]\)\@!\)\@!\%(\d\@![[:keyword:]]\)\%([[:keyword:]]\)*/
syntax match rulewrightName /\<\%( times \)\@7<=\%(\%(no\|none\|the\|yes\)\%([[:keyword:]]\)\@!\)\@!\%(\d\@![[:keyword:]]\)\%([[:keyword:]]\)*/
syntax match rulewrightName /\<\%( satisfies \)\@11<=\%(\%(any\|at\|may\|must\|no\|none\|not\|should\|the\|yes\)\%([[:keyword:]]\)\@!\)\@!\%(\d\@![[:keyword:]]\)\%([[:keyword:]]\)*/
syntax match rulewrightName /\<\%( from \)\@6<=\%(\%(any\|at\|either\|every\|may\|must\|neither\|no\|none\|not\|should\|some\|the\|yes\)\%([[:keyword:]]\)\@!\)\@!\%(\d\@![[:keyword:]]\)\%([[:keyword:]]\)*/
syntax match rulewrightName /\<\%( by \)\@4<=\%(\%(day\|half\|heading\|month\|no\|none\|quarter\|roman\|section\|the\|week\|yes\)\%([[:keyword:]]\)\@!\)\@!\%(\d\@![[:keyword:]]\)\%([[:keyword:]]\)*/
syntax match rulewrightName /\<\%( as \)\@4<=\%(\%(if\|in\|new\|ruling\|usual\)\%([[:keyword:]]\)\@!\)\@!\%(\d\@![[:keyword:]]\)\%([[:keyword:]]\)*/
syntax match rulewrightName /\<\%(\%(\_^accepts \)\@8<=\|\%(  accepts \)\@10<=\|\%(\_^amends \)\@7<=\|\%(  amends \)\@9<=\|\%(\_^calendar \)\@9<=\|\%(  calendar \)\@11<=\|\%(\_^choice \)\@7<=\|\%(  choice \)\@9<=\|\%(\_^class \)\@6<=\|\%(  class \)\@8<=\|\%(\_^columns \)\@8<=\|\%(  columns \)\@10<=\|\%(\_^corrects \)\@9<=\|\%(  corrects \)\@11<=\|\%(\_^die \)\@4<=\|\%(  die \)\@6<=\|\%(\_^edition \)\@8<=\|\%(  edition \)\@10<=\|\%(\_^enters \)\@7<=\|\%(  enters \)\@9<=\|\%(\_^enum \)\@5<=\|\%(  enum \)\@7<=\|\%(\_^every \)\@6<=\|\%(  every \)\@8<=\|\%(\_^fact \)\@5<=\|\%(  fact \)\@7<=\|\%(\_^formerly \)\@9<=\|\%(  formerly \)\@11<=\|\%(\_^game \)\@5<=\|\%(  game \)\@7<=\|\%(\_^group \)\@6<=\|\%(  group \)\@8<=\|\%(\_^map \)\@4<=\|\%(  map \)\@6<=\|\%(\_^measure \)\@8<=\|\%(  measure \)\@10<=\|\%(\_^multiply \)\@9<=\|\%(  multiply \)\@11<=\|\%(\_^place \)\@6<=\|\%(  place \)\@8<=\|\%(\_^predicate \)\@10<=\|\%(  predicate \)\@12<=\|\%(\_^reading \)\@8<=\|\%(  reading \)\@10<=\|\%(\_^record \)\@7<=\|\%(  record \)\@9<=\|\%(\_^rulebook \)\@9<=\|\%(  rulebook \)\@11<=\|\%(\_^scale \)\@6<=\|\%(  scale \)\@8<=\|\%(\_^settles \)\@8<=\|\%(  settles \)\@10<=\|\%(\_^some \)\@5<=\|\%(  some \)\@7<=\|\%(\_^source \)\@7<=\|\%(  source \)\@9<=\|\%(\_^status \)\@7<=\|\%(  status \)\@9<=\|\%(\_^table \)\@6<=\|\%(  table \)\@8<=\|\%(\_^value \)\@6<=\|\%(  value \)\@8<=\|\%(\_^verdict \)\@8<=\|\%(  verdict \)\@10<=\|\%(\_^word \)\@5<=\|\%(  word \)\@7<=\|\%(\_^world \)\@6<=\|\%(  world \)\@8<=\)\%(\d\@![[:keyword:]]\)\%([[:keyword:]]\)*/
syntax match rulewrightNumber /\<\%([[:keyword:]]\)\@1<!\%([0-9]\)\+\%([[:keyword:]]\)\@!/
syntax match rulewrightNumber /\<\%([[:keyword:]]\)\@1<!\%([0-9]\)\+\.\%([0-9]\)\+\%([[:keyword:]]\)\@!/
syntax match rulewrightNumber /\<\%([[:keyword:]]\)\@1<!\%([0-9]\)\+\/\%([0-9]\)\+\%([[:keyword:]]\)\@!/
syntax match rulewrightNumber /\<\%([[:keyword:]]\)\@1<![1-9]\%([0-9]\)*d[1-9]\%([0-9]\)*\%([[:keyword:]]\)\@!/
syntax match rulewrightNumber /\<\%([[:keyword:]]\)\@1<!\%([0-9]\)\{4,4}-\%([0-9]\)\{2,2}-\%([0-9]\)\{2,2}\%([[:keyword:]]\)\@!/
syntax match rulewrightNumber /\<\%([[:keyword:]]\)\@1<!\%(\%(\%(\%(IV\|\%(I\)\{1,3}\|\%([0-9]\)\{1,2}\)\)\%( \)\+\%(\%(January\|February\|March\|April\|May\|June\|July\|August\|September\|October\|November\|December\)\)\%(\%(\%( \)\+\%([0-9]\)\{4,4}\)\)\=\|\%(\%(January\|February\|March\|April\|May\|June\|July\|August\|September\|October\|November\|December\)\)\%( \)\+\%([0-9]\)\{4,4}\)\)\%([[:keyword:]]\)\@!\%([[:keyword:]]\)\@!/
syntax match rulewrightReference /\<\%(\_^\|\%(  \)\@2<=\|\%(: \)\@2<=\)\%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\%(, \%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\)*\%( goes before \)\@=/
syntax match rulewrightReference /\<\%(\_^\|\%(  \)\@2<=\)\%(\%([a-z]\|\%([0-9]\)\+\)\)\.\%( \)\@=/
syntax match rulewrightRow /|\%([^#@]\)*|/
syntax match rulewrightTag /@\%([A-Z]\)\+-[0-9]\%([A-Za-z0-9]\)*/
syntax match rulewrightComment /#\%(.\)*/
syntax match rulewrightReferenceInReferences /\%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*/ contained
syntax match rulewrightKeywordInReferences /\%(and\%( below\)\@=\|\%(and \)\@4<=below\)/ contained
syntax region rulewrightReferences transparent start=/\<\%(\%(\_^amend \)\@6<=\|\%(  amend \)\@8<=\|\%(\%(\<\|\>\)sets aside \)\@11<=\|\%(\%(\<\|\>\)goes before \)\@12<=\|\%(\_^besides \)\@8<=\|\%(  besides \)\@10<=\|\%(\%(\<\|\>\)case by \)\@8<=\|\%(\_^case \)\@5<=\|\%(  case \)\@7<=\|\%(\_^chapter \)\@8<=\|\%(  chapter \)\@10<=\|\%(: except \)\@9<=\|\%(\_^except \)\@7<=\|\%(  except \)\@9<=\|\%(\%(\<\|\>\)as in \)\@6<=\|\%(\_^in \)\@3<=\|\%(  in \)\@5<=\|\%(\%(\<\|\>\)bears on \)\@9<!\%([[:keyword:]] on \)\@5<=\%(the\%(\<\|\>\)\)\@!\|\%(: overrides \)\@12<=\|\%(\_^overrides \)\@10<=\|\%(  overrides \)\@12<=\|\%(\_^redirects \)\@10<=\|\%(  redirects \)\@12<=\|\%(\_^restates \)\@9<=\|\%(  restates \)\@11<=\|\%(\_^ruling \)\@7<=\|\%(  ruling \)\@9<=\|\%(\%(\<\|\>\)also scenario \)\@14<=\|\%(\%(\<\|\>\)with scenario \)\@14<=\|\%(\_^scenario \)\@9<=\|\%(  scenario \)\@11<=\|\%(\%(\<\|\>\)refers to \)\@10<=\|\%(\%(\<\|\>\)renumbers to \)\@13<=\)\%([[:keyword:]]\)\@=/ end=/\%([[:keyword:]+]\)\@1<=\%(\%([[:keyword:]+]\|[.\/][[:keyword:]]\|,\| and below\)\)\@!/ contains=rulewrightKeywordInReferences,rulewrightReferenceInReferences
syntax match rulewrightNameInAmend /\%( \)\@1<=\%(\d\@![[:keyword:]]\)\%([[:keyword:]]\)*/ contained
syntax match rulewrightNumberInAmend /\%( \)\@1<=\%([0-9]\)\+\%([[:keyword:]]\)\@!/ contained
syntax match rulewrightReferenceInAmend /\%(\_^amend \)\@6<=\%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\%(, \%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\)*/ contained
syntax region rulewrightAmend transparent start=/\<\%(\_^amend \)\@6<=\%([[:keyword:]]\)\@=/ end=/\%(\%( in \)\@=\|\_$\)/ contains=rulewrightReferenceInAmend,rulewrightNumberInAmend,rulewrightNameInAmend
syntax match rulewrightReferenceInAccepts /\%(\%( with \)\@6<=\|\%( below, \)\@8<=\)\%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\%(, \%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\)*/ contained
syntax match rulewrightKeywordInAccepts /\%(and\%( below\)\@=\|\%(and \)\@4<=below\)/ contained
syntax region rulewrightAccepts transparent start=/\<\%(\%(\_^accepts \)\@8<=\|\%(  accepts \)\@10<=\)\%([[:keyword:]]\)\@=/ end=/\%(\%("\)\@=\|\_$\)/ contains=rulewrightKeywordInAccepts,rulewrightReferenceInAccepts,rulewrightComment,rulewrightTag,rulewrightRow,rulewrightReference,rulewrightNumber,rulewrightName,rulewrightKeyword,rulewrightText
syntax match rulewrightReferenceInRedirects /\%(\%( redirects \)\@11<=\|\%( to \)\@4<=\|\%( below, \)\@8<=\)\%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\%(, \%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\)*/ contained
syntax match rulewrightKeywordInRedirects /\%(and\%( below\)\@=\|\%(and \)\@4<=below\)/ contained
syntax region rulewrightRedirects transparent start=/\<\%(\%(\_^redirects \)\@10<=\|\%(  redirects \)\@12<=\)\%([[:keyword:]]\)\@=/ end=/\%(\%("\)\@=\|\_$\)/ contains=rulewrightKeywordInRedirects,rulewrightReferenceInRedirects,rulewrightComment,rulewrightTag,rulewrightRow,rulewrightReference,rulewrightNumber,rulewrightName,rulewrightKeyword,rulewrightText
syntax match rulewrightReferenceInWord /\%(\%( in \)\@4<=\|\%( below, \)\@8<=\)\%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\%(, \%(§\)\=\%([[:keyword:]]\)\+\%(+\)*\%(\%([.\/]\%([[:keyword:]]\)\+\%(+\)*\)\)*\)*/ contained
syntax match rulewrightKeywordInWord /\%(and\%( below\)\@=\|\%(and \)\@4<=below\)/ contained
syntax region rulewrightWord transparent start=/\<\%(\%(\_^word \)\@5<=\|\%(  word \)\@7<=\)\%([[:keyword:]]\)\@=/ end=/\%(\%("\)\@=\|\_$\)/ contains=rulewrightKeywordInWord,rulewrightReferenceInWord,rulewrightComment,rulewrightTag,rulewrightRow,rulewrightReference,rulewrightNumber,rulewrightName,rulewrightKeyword,rulewrightText
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
