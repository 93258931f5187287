/** What an administrator must complete before an invoice can be issued. */
export const invoiceProblems = ['state', 'rate', 'hsn', 'supplier', 'letters'] as const
export type InvoiceProblem = (typeof invoiceProblems)[number]

export const invoiceProblemTexts: Readonly<Record<InvoiceProblem, string>> = {
  state: 'The address does not name a state of India. Choose the state in the address of the order.',
  rate: 'A product has no HSN code, or its code has no tax rate.',
  hsn: 'The HSN code of a product has fewer than 6 digits, which the settings ask for.',
  letters: "The buyer's name has letters that documents cannot print. Enter it in Latin letters in the order.",
  supplier: 'The settings of the shop have no address.',
}

/** What an administrator must know before an order is packed. The order can be packed all the same. */
export const packingWarnings = ['other state', 'letters'] as const
export type PackingWarning = (typeof packingWarnings)[number]

export const packingWarningTexts: Readonly<Record<PackingWarning, string>> = {
  'other state':
    'A shop under the composition scheme must not sell to another state (section 10(2)(c) of the CGST Act). Cancel the order, or ask your accountant before you send it.',
  letters: 'The invoice needs the name in Latin letters, because documents cannot print the letters of the address.',
}
