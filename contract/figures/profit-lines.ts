/** What a figure of the profit is, and how it is counted. */
interface ProfitLine {
  readonly name: string
  readonly text: string
  /** a sum of the lines above it */
  readonly isSum?: true
}

/** The lines of profit and loss, from the sales to the profit. What reduces the profit is negative. */
export const profitLines = {
  items: {
    name: 'Items delivered',
    text: 'The prices of the items of orders that were delivered in the month, with tax. In the order of an exchange only what is paid on top.',
  },
  charges: { name: 'Shipping and other charges', text: 'Charges of these orders for shipping, cash on delivery and exchanges.' },
  discounts: { name: 'Discounts', text: 'Offers and agreed discounts of these orders.' },
  returned: {
    name: 'Returns and reductions',
    text: 'What the returns completed in the month pay back, less their fees, and refunds of delivered orders that reduce the price.',
  },
  tax: {
    name: 'GST in these amounts',
    text: 'The tax on the invoices of these orders, less the tax on credit notes. Nothing for orders without a document.',
  },
  netSales: { name: 'Sales', text: 'What is left after discounts, returns and tax.', isSum: true },
  goods: {
    name: 'Goods',
    text: 'What the delivered items cost when they were ordered, and items of undelivered parcels that came back damaged, less returned items that are in stock again.',
  },
  freight: { name: 'Freight', text: 'Parcels sent in the month × freight of a parcel.' },
  returnFreight: {
    name: 'Freight of parcels that come back',
    text: 'Parcels refused or undelivered in the month, and returns that the courier picks up, × freight of a parcel that comes back.',
  },
  fees: {
    name: 'Fees for online payments',
    text: 'Of online payments received in the month: the fees of the settlements where they are known, else × share of the provider.',
  },
  expenses: { name: 'Expenses', text: 'What was entered for the month.' },
  profit: { name: 'Profit', text: 'Sales less all costs.', isSum: true },
} as const satisfies Readonly<Record<string, ProfitLine>>

export type ProfitKey = keyof typeof profitLines
export const profitKeys = Object.keys(profitLines) as ProfitKey[]
