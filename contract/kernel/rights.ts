/** What an administrator may have the right to. */
export const rights = ['orders', 'money', 'products', 'prices', 'customers', 'exports', 'reports', 'settings', 'staff'] as const
export type Right = (typeof rights)[number]

interface RightTexts {
  readonly title: string
  /** what it allows, for the owner who gives it */
  readonly text: string
}

export const rightTexts: Readonly<Record<Right, RightTexts>> = {
  orders: { title: 'Orders', text: 'Confirm, pack and ship orders, enter orders, accept returns and receive parcels.' },
  money: { title: 'Money', text: 'See payments, refund orders and returns, pay refunds of cash and enter what couriers have paid.' },
  products: { title: 'Products and pages', text: 'Add and change products, stock, categories, collections, pages and redirects.' },
  prices: { title: 'Prices and offers', text: 'Change prices, run sales and make offers.' },
  customers: { title: 'Customers', text: 'See customers and their phone numbers, answer messages and requests about data.' },
  exports: { title: 'Exports', text: 'Download lists of orders and customers, everything in the shop, and backups.' },
  reports: { title: 'Reports', text: 'See visits, sums of days and tax documents, and download the documents of a month.' },
  settings: { title: 'Settings', text: 'Change the settings of the shop, delivery rules and tax rates.' },
  staff: { title: 'Staff', text: 'Invite administrators, give and take their rights, and see what they did.' },
}

/** Sets of rights that a shop has from the beginning. The rights of an owner cannot be changed. */
export const staffSetKeys = ['owner', 'packer', 'support', 'accountant', 'merchandiser'] as const
export type StaffSetKey = (typeof staffSetKeys)[number]
