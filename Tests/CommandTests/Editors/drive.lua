-- Neovim with the set-up of the documentation: says what the server says, mends the first problem and lays the text out.
local said = io.open("said", "w")
local function note(...) said:write(table.concat({ ... }, " "), "\n") end
vim.wait(20000, function() return #vim.diagnostic.get(0) > 1 end, 50)
for _, found in ipairs(vim.diagnostic.get(0)) do
  note("problem", tostring(found.lnum + 1), tostring(found.code or found.user_data.lsp.code))
end
local function ask(method, more)
  local parameters = vim.lsp.util.make_range_params()
  parameters.position = parameters.range.start
  for key, value in pairs(more or {}) do parameters[key] = value end
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, parameters, 10000) or {}) do return answer.result end
end
vim.api.nvim_win_set_cursor(0, { 2, 0 })
local line = vim.api.nvim_buf_get_lines(0, 1, 2, false)[1]
vim.api.nvim_win_set_cursor(0, { 2, line:find("29.97", 1, true) - 1 })
local actions = ask("textDocument/codeAction", { context = { diagnostics = {} } }) or {}
for _, action in ipairs(actions) do note("action", action.title) end
if actions[1] then vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16") end
vim.api.nvim_win_set_cursor(0, { 2, 1 })
note("hover", ask("textDocument/hover") and "yes" or "no")
local edits = ask("textDocument/formatting", { options = { tabSize = 2, insertSpaces = true } })
if edits then vim.lsp.util.apply_text_edits(edits, 0, "utf-16") end
for _, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do note("text", text) end
said:close()
vim.cmd("qa!")
