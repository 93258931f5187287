import { compile } from 'html-to-text'

/** Deeper elements are left out: nested lists take a time that grows with the square of their depth. */
const maxDepth = 100

const convert = compile({
  wordwrap: false,
  limits: { maxDepth },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '• ' } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, colSpacing: 2 } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** A description in HTML as plain text with paragraphs and lists. */
export const htmlToText = (html: string): string => convert(html).trim()
