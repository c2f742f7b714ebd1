" Vim with ALE and the set-up of the documentation, which is `set-up.vim` here: says what the server says.
let s:end = reltimefloat(reltime()) + 25
call ale#Queue(0)
while len(ale#engine#GetLoclist(bufnr(''))) < 2 && reltimefloat(reltime()) < s:end
  sleep 50m
endwhile
let s:lines = map(copy(ale#engine#GetLoclist(bufnr(''))), {_, found -> 'problem ' . found.lnum . ' ' . get(found, 'code', '')})
call writefile(s:lines, 'said')
qall!
