;; Starts `cutlist lsp` for YAML and JSON; of documents that are no timelines it says nothing.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((yaml-mode yaml-ts-mode json-mode json-ts-mode js-json-mode) . ("cutlist" "lsp"))))
(dolist (hook '(yaml-mode-hook yaml-ts-mode-hook json-mode-hook json-ts-mode-hook js-json-mode-hook))
  (add-hook hook #'eglot-ensure))
