import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { adminHome } from '../../session/homes.ts'

export const productsPath = `${adminHome}/payment`
export const bulkEditPath = `${adminHome}/bulk-edit`
/** followed by the id of a product */
export const previewPath = `${adminHome}/preview`
export const ordersPath = `${adminHome}/OrderDetail`
export const importPastOrdersPath = `${adminHome}/past-orders/import`
export const newOrderPath = `${adminHome}/new-order`
export const orderDraftsPath = `${adminHome}/order-drafts`
export const customersPath = `${adminHome}/customers`
export const importCustomersPath = `${customersPath}/import`
export const deskPath = `${adminHome}/desk`
export const failedDeliveriesPath = `${adminHome}/failed-deliveries`
export const packPath = `${adminHome}/pack`
export const shipmentsPath = `${adminHome}/shipments`
export const parcelPath = `${adminHome}/parcel`
export const deliveryPath = `${adminHome}/delivery`
export const importDeliveryPath = `${deliveryPath}/import`
export const returnsPath = `${adminHome}/returns`
export const payoutsPath = `${adminHome}/refunds-to-pay`
export const afterRestorePath = `${adminHome}/after-restore`
export const remittancesPath = `${adminHome}/remittances`
export const documentsPath = `${adminHome}/documents`
export const analysisPath = `${adminHome}/AdminAnalysis`
/** screens of the same path, so that the storefront's table of routes is as long as before */
export const salesPath = `${analysisPath}?view=products`
export const todayPath = `${analysisPath}?view=today`
export const deliveryFiguresPath = `${analysisPath}?view=deliveries`
export const sourcesPath = `${analysisPath}?view=sources`
export const funnelPath = `${analysisPath}?view=funnel`
export const buyersPath = `${analysisPath}?view=buyers`
export const codesPath = `${analysisPath}?view=codes`
export const sewingPath = `${analysisPath}?view=sew`
export const unsoldPath = `${analysisPath}?view=unsold`
export const moneyPath = `${analysisPath}?view=money`
export const settlementsPath = `${analysisPath}?view=settlements`
export const profitPath = `${analysisPath}?view=profit`
export const expensesPath = `${analysisPath}?view=expenses`
export const summaryPath = `${adminHome}/summary`
export const categoriesPath = `${adminHome}/categories`
export const importPath = `${adminHome}/import`
export const collectionsPath = `${adminHome}/collections`
export const offersPath = `${adminHome}/offers`
export const activityPath = `${adminHome}/activity`
export const staffPath = `${adminHome}/staff`
export const usersPath = `${adminHome}/userData`
/** followed by the name of a group */
export const settingsPath = `${adminHome}/settings`
export const redirectsPath = `${settingsPath}/redirects`
export const importRedirectsPath = `${redirectsPath}/import`
export const pagesPath = `${settingsPath}/pages`
export const notificationsPath = `${adminHome}/notifications`
export const exportPath = `${settingsPath}/export`
export const providersPath = `${settingsPath}/providers`
export const importShopPath = `${settingsPath}/import`
export const backupsPath = `${settingsPath}/backups`
export const apiKeysPath = `${settingsPath}/api-keys`
export const webhooksPath = `${settingsPath}/webhooks`
export const taxRatesPath = `${settingsPath}/tax-rates`
export const ticketsPath = `${adminHome}/tickets`
export const dataRequestsPath = `${adminHome}/data-requests`

/** In place of an id: the drawer adds a new row. */
export const newId = 'new'

/** The search parameter that names what the drawer shows. */
const drawerParam = 'open'

/** The named search parameters that are not empty. */
export function parseSearchParams<Name extends string>(search: URLSearchParams, names: readonly Name[]): Partial<Record<Name, string>> {
  const entries = names.map((name) => [name, search.get(name)?.trim() ?? ''] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Partial<Record<Name, string>>
}

/** The URL of a list, without empty parameters. */
export function buildListHref({
  path,
  page = 1,
  params = {},
}: {
  path: string
  page?: number
  params?: Record<string, string | undefined>
}) {
  const entries = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(entries).toString()
  return `${path}${page > 1 ? `/${page}` : ''}${query === '' ? '' : `?${query}`}`
}

/** The URL of the same list with this id in the drawer, or with the drawer closed. */
export function buildDrawerHref({ pathname, search }: { pathname: string; search: string }, id?: string): string {
  const params = new URLSearchParams(search)
  if (id === undefined) params.delete(drawerParam)
  else params.set(drawerParam, id)
  return `${pathname}?${params}`.replace(/\?$/, '')
}

/** The URL of a product in the drawer of the list that has it. */
export const buildProductHref = ({ _id, status }: Pick<AdminProduct, '_id' | 'status'>): string =>
  buildDrawerHref({ pathname: productsPath, search: status === 'on_sale' ? '' : `status=${status}` }, _id)

export const parseDrawerParam = (search: string): string | null => new URLSearchParams(search).get(drawerParam)

/** Opening and closing the drawer does not reload the list. */
export function shouldReloadList({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isSameList = buildDrawerHref(currentUrl) === buildDrawerHref(nextUrl)
  return isSameList && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate
}
