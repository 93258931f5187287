import type { ActivityEntry } from '#contract/activity/activity.ts'
import { type ActivityKind, draftSaved, type RecordedCall, recordedCalls } from '#contract/activity/recorded-calls.ts'
import * as paths from '../kit/list-href.ts'

const mailServerPath = `${paths.settingsPath}/mails`

/** Kinds whose name on the screen is not their key. */
const kindLabels: { readonly [Kind in ActivityKind]?: string } = {
  sale: 'Sale of a group',
  remittance: 'Payment of a courier',
  redirect: 'Old address',
}

/** A kind of record as the list of activity names it. */
export const describeActivityKind = (kind: ActivityKind): string => kindLabels[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)

const drawers: { readonly [Kind in ActivityKind]?: string } = {
  product: paths.productsPath,
  category: paths.categoriesPath,
  collection: paths.collectionsPath,
  offer: paths.offersPath,
  order: paths.ordersPath,
  payment: paths.ordersPath,
  return: paths.returnsPath,
  ticket: paths.ticketsPath,
  page: paths.pagesPath,
}

const lists: { readonly [Kind in ActivityKind]?: string } = {
  sale: paths.categoriesPath,
  customer: paths.customersPath,
  remittance: paths.remittancesPath,
  'delivery rule': paths.deliveryPath,
  'data request': paths.dataRequestsPath,
  user: paths.usersPath,
  redirect: paths.redirectsPath,
  'tax rate': paths.taxRatesPath,
  import: paths.importPath,
  export: paths.exportPath,
  backup: paths.backupsPath,
}

/** The screens of calls whose record is elsewhere than others of their kind; null: it has no screen. */
const screensOfCalls: { readonly [Call in RecordedCall]?: string | null } = {
  // The record is the own session or account.
  login: null,
  changeAdminPin: null,
  confirmSecondFactor: null,
  renewRecoveryCodes: null,
  changeAdministrator: paths.staffPath,
  changeStaffSet: paths.staffPath,
  inviteStaff: paths.staffPath,
  revokeStaffInvitation: paths.staffPath,
  createApiKey: paths.apiKeysPath,
  revokeApiKey: paths.apiKeysPath,
  addWebhook: paths.webhooksPath,
  editWebhook: paths.webhooksPath,
  rotateWebhookSecret: paths.webhooksPath,
  resendWebhookDelivery: paths.webhooksPath,
  setRazorpayKeys: paths.providersPath,
  setShiprocketKeys: paths.providersPath,
  setMetaKeys: paths.providersPath,
  removeProviderKeys: paths.providersPath,
  setMailServer: mailServerPath,
  removeMailServer: mailServerPath,
  startShopImport: paths.importShopPath,
  runShopImport: paths.importShopPath,
  importCustomers: paths.customersPath,
  importPastOrders: paths.importPastOrdersPath,
  undoPastOrderImport: paths.importPastOrdersPath,
  importRedirects: paths.redirectsPath,
  exportGuestData: paths.dataRequestsPath,
  exportOrders: paths.ordersPath,
  exportCustomers: paths.customersPath,
  exportProducts: paths.productsPath,
  exportMonth: paths.documentsPath,
  exportPayouts: paths.payoutsPath,
  exportOfferUses: paths.offersPath,
  exportActivity: paths.activityPath,
  writeBookingFile: paths.deskPath,
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
  if (text === draftSaved) return paths.orderDraftsPath
  if (kind === 'setting') return id === null ? paths.settingsPath : `${paths.settingsPath}/${id}`
  if (kind === 'user') return paths.buildListHref({ path: paths.usersPath, params: { q: name } })
  if (kind === 'import' && id !== null) return paths.buildListHref({ path: paths.importPath, params: { id } })
  if (kind === 'redirect' || kind === 'delivery rule') return paths.buildListHref({ path: lists[kind] ?? '', params: { q: name } })
  const drawer = drawers[kind]
  return drawer === undefined ? lists[kind] : id === null ? drawer : paths.buildDrawerHref({ pathname: drawer, search: '' }, id)
}
