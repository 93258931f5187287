import type { ActivityEntry } from '#contract/activity/activity.ts'
import { type ActivityKind, draftSaved, type RecordedCall, recordedCalls } from '#contract/activity/recorded-calls.ts'
import {
  activityPath,
  apiKeysPath,
  backupsPath,
  buildDrawerHref,
  buildListHref,
  categoriesPath,
  collectionsPath,
  customersPath,
  dataRequestsPath,
  deliveryPath,
  deskPath,
  documentsPath,
  exportPath,
  importPastOrdersPath,
  importPath,
  importShopPath,
  offersPath,
  orderDraftsPath,
  ordersPath,
  pagesPath,
  payoutsPath,
  productsPath,
  providersPath,
  redirectsPath,
  remittancesPath,
  returnsPath,
  settingsPath,
  staffPath,
  taxRatesPath,
  ticketsPath,
  usersPath,
  webhooksPath,
} from '../kit/list-href.ts'

const mailServerPath = `${settingsPath}/mails`

/** Kinds whose name on the screen is not their key. */
const kindLabels: { readonly [Kind in ActivityKind]?: string } = {
  sale: 'Sale of a group',
  remittance: 'Payment of a courier',
  redirect: 'Old address',
}

/** A kind of record as the list of activity names it. */
export const describeActivityKind = (kind: ActivityKind): string => kindLabels[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)

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

/** The screens of calls whose record is elsewhere than others of their kind; null: it has no screen. */
const screensOfCalls: { readonly [Call in RecordedCall]?: string | null } = {
  // The record is the own session or account.
  login: null,
  changeAdminPin: null,
  confirmSecondFactor: null,
  renewRecoveryCodes: null,
  changeAdministrator: staffPath,
  changeStaffSet: staffPath,
  inviteStaff: staffPath,
  revokeStaffInvitation: staffPath,
  createApiKey: apiKeysPath,
  revokeApiKey: apiKeysPath,
  addWebhook: webhooksPath,
  editWebhook: webhooksPath,
  rotateWebhookSecret: webhooksPath,
  resendWebhookDelivery: webhooksPath,
  setRazorpayKeys: providersPath,
  setShiprocketKeys: providersPath,
  setMetaKeys: providersPath,
  removeProviderKeys: providersPath,
  setMailServer: mailServerPath,
  removeMailServer: mailServerPath,
  startShopImport: importShopPath,
  runShopImport: importShopPath,
  importCustomers: customersPath,
  importPastOrders: importPastOrdersPath,
  undoPastOrderImport: importPastOrdersPath,
  importRedirects: redirectsPath,
  exportGuestData: dataRequestsPath,
  exportOrders: ordersPath,
  exportCustomers: customersPath,
  exportProducts: productsPath,
  exportMonth: documentsPath,
  exportPayouts: payoutsPath,
  exportOfferUses: offersPath,
  exportActivity: activityPath,
  writeBookingFile: deskPath,
}

const screensOfTexts = new Map(
  Object.entries(screensOfCalls).map(([call, screen]) => [recordedCalls[call as keyof typeof recordedCalls].text as string, screen]),
)

/** The screen with the record of an entry; undefined when it has none. */
export function buildRecordHref({ kind, subject, text }: Pick<ActivityEntry, 'kind' | 'subject' | 'text'>): string | undefined {
  const { _id: id, name } = subject
  if (text.endsWith('deleted')) return undefined
  const screen = screensOfTexts.get(text)
  if (screen !== undefined) return screen ?? undefined
  if (text === draftSaved) return orderDraftsPath
  if (kind === 'setting') return id === null ? settingsPath : `${settingsPath}/${id}`
  if (kind === 'user') return buildListHref({ path: usersPath, params: { q: name } })
  if (kind === 'import' && id !== null) return buildListHref({ path: importPath, params: { id } })
  if (kind === 'redirect' || kind === 'delivery rule') return buildListHref({ path: lists[kind] ?? '', params: { q: name } })
  const drawer = drawers[kind]
  return drawer === undefined ? lists[kind] : id === null ? drawer : buildDrawerHref({ pathname: drawer, search: '' }, id)
}
