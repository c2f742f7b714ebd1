;; Starts `cutlist lsp` for YAML and JSON; of documents that are no timelines it says nothing.
;; Emacs before 29 opens JSON in the mode of JavaScript.
(unless (fboundp 'js-json-mode)
  (define-derived-mode js-json-mode js-mode "JSON")
  (add-to-list 'auto-mode-alist '("\\.json\\'" . js-json-mode)))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((yaml-mode yaml-ts-mode json-mode json-ts-mode js-json-mode) . ("cutlist" "lsp"))))
(dolist (hook '(yaml-mode-hook yaml-ts-mode-hook json-mode-hook json-ts-mode-hook js-json-mode-hook))
  (add-hook hook #'eglot-ensure))
