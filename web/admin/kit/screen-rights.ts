import type { Right } from '#contract/kernel/rights.ts'
import { hasRight } from '../../session/has-right.ts'
import { adminHome } from '../../session/homes.ts'
import { isUnder } from '../../session/redirect-after-login.ts'
import { useSession } from '../../session/session.ts'
import * as paths from './list-href.ts'

/** What each screen needs; a screen below another one is named before it. One that is not named is about the own account. */
const screenRights: readonly (readonly [path: string, Right])[] = [
  [`${adminHome}/ListProduct`, 'products'],
  [paths.productsPath, 'products'],
  [paths.bulkEditPath, 'products'],
  [paths.previewPath, 'products'],
  [paths.categoriesPath, 'products'],
  [paths.collectionsPath, 'products'],
  [paths.importPath, 'products'],
  [paths.redirectsPath, 'products'],
  [paths.pagesPath, 'products'],
  [paths.offersPath, 'prices'],
  [paths.importPastOrdersPath, 'exports'],
  [paths.exportPath, 'exports'],
  [paths.ordersPath, 'orders'],
  [paths.newOrderPath, 'orders'],
  [paths.orderDraftsPath, 'orders'],
  [paths.deskPath, 'orders'],
  [paths.packPath, 'orders'],
  [paths.shipmentsPath, 'orders'],
  [paths.parcelPath, 'orders'],
  [paths.failedDeliveriesPath, 'orders'],
  [paths.returnsPath, 'orders'],
  [paths.notificationsPath, 'orders'],
  [`${adminHome}/print`, 'orders'],
  [paths.payoutsPath, 'money'],
  [paths.afterRestorePath, 'money'],
  [paths.remittancesPath, 'money'],
  [paths.documentsPath, 'reports'],
  [paths.analysisPath, 'reports'],
  [paths.summaryPath, 'reports'],
  [paths.customersPath, 'customers'],
  [paths.usersPath, 'customers'],
  [paths.ticketsPath, 'customers'],
  [paths.dataRequestsPath, 'customers'],
  [paths.apiKeysPath, 'staff'],
  [paths.activityPath, 'staff'],
  [paths.staffPath, 'staff'],
  [paths.deliveryPath, 'settings'],
  [paths.settingsPath, 'settings'],
]

/** The right that the screen of a URL needs; undefined for one about the own account. */
export function findScreenRight(href: string): Right | undefined {
  const path = href.replace(/[?#].*/, '').replace(/\/$/, '')
  // With a slash, because the path of one screen may begin another.
  return screenRights.find(([screen]) => isUnder(`${path}/`, `${screen}/`))?.[1]
}

/** Whether the signed-in administrator may open the screen of a URL. */
export const useMayOpen = (href: string): boolean => useSession(({ user }) => hasRight(user, findScreenRight(href)))
