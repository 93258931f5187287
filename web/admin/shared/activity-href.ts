import type { ActivityEntry } from '#contract/activity/activity.ts'
import type { ActivityKind } from '#contract/activity/recorded-calls.ts'
import {
  backupsPath,
  buildDrawerHref,
  buildListHref,
  categoriesPath,
  collectionsPath,
  customersPath,
  dataRequestsPath,
  deliveryPath,
  exportPath,
  importPath,
  offersPath,
  ordersPath,
  pagesPath,
  productsPath,
  redirectsPath,
  remittancesPath,
  returnsPath,
  settingsPath,
  taxRatesPath,
  ticketsPath,
  usersPath,
} from '../kit/list-href.ts'

export const activityKindLabels: Readonly<Record<ActivityKind, string>> = {
  product: 'Product',
  category: 'Category',
  collection: 'Collection',
  offer: 'Offer',
  sale: 'Sale of a group',
  order: 'Order',
  customer: 'Customer',
  return: 'Return',
  payment: 'Payment',
  remittance: 'Payment of a courier',
  'delivery rule': 'Delivery rule',
  ticket: 'Ticket',
  'data request': 'Data request',
  user: 'User',
  setting: 'Setting',
  page: 'Page',
  redirect: 'Old address',
  'tax rate': 'Tax rate',
  import: 'Import',
  export: 'Export',
  backup: 'Backup',
}

const drawers: { readonly [Kind in ActivityKind]?: string } = {
  product: productsPath,
  category: categoriesPath,
  collection: collectionsPath,
  offer: offersPath,
  order: ordersPath,
  payment: ordersPath,
  return: returnsPath,
  ticket: ticketsPath,
  page: pagesPath,
}

const lists: { readonly [Kind in ActivityKind]?: string } = {
  sale: categoriesPath,
  customer: customersPath,
  remittance: remittancesPath,
  'delivery rule': deliveryPath,
  'data request': dataRequestsPath,
  user: usersPath,
  redirect: redirectsPath,
  'tax rate': taxRatesPath,
  import: importPath,
  export: exportPath,
  backup: backupsPath,
}

/** The screen with the record of an entry; undefined when it has none. */
export function buildRecordHref({ kind, subject, text }: Pick<ActivityEntry, 'kind' | 'subject' | 'text'>): string | undefined {
  const { _id: id, name } = subject
  if (text.endsWith('deleted')) return undefined
  if (kind === 'setting') return id === null ? settingsPath : `${settingsPath}/${id === 'mail-server' ? 'mails' : id}`
  if (kind === 'redirect' || kind === 'delivery rule') return buildListHref({ path: lists[kind] ?? '', params: { q: name } })
  const drawer = drawers[kind]
  return drawer === undefined ? lists[kind] : id === null ? drawer : buildDrawerHref({ pathname: drawer, search: '' }, id)
}
