import { Link, useLocation } from 'react-router'
import type { Right } from '#contract/kernel/rights.ts'
import { hasRight } from '../../session/has-right.ts'
import { adminHome } from '../../session/homes.ts'
import { isUnder } from '../../session/redirect-after-login.ts'
import { useSession } from '../../session/session.ts'
import {
  activityPath,
  afterRestorePath,
  apiKeysPath,
  backupsPath,
  bulkEditPath,
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
  newOrderPath,
  notificationsPath,
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
  shipmentsPath,
  staffPath,
  taxRatesPath,
  ticketsPath,
  usersPath,
  webhooksPath,
} from './list-href.ts'

interface Tab {
  readonly label: string
  /** what its screen needs */
  readonly right: Right
  readonly to: string
  /** another path of the same screen */
  readonly index?: string
  /** screens that a link of this one opens */
  readonly further?: readonly string[]
}

const productTabs: readonly Tab[] = [
  { label: 'Products', right: 'products', to: productsPath },
  { label: 'Bulk edit', right: 'products', to: bulkEditPath },
  { label: 'Categories', right: 'products', to: categoriesPath },
  { label: 'Collections', right: 'products', to: collectionsPath },
  { label: 'Offers', right: 'prices', to: offersPath },
  { label: 'Import', right: 'products', to: importPath },
]

const orderTabs: readonly Tab[] = [
  { label: 'All orders', right: 'orders', to: ordersPath, further: [importPastOrdersPath] },
  { label: 'Desk', right: 'orders', to: deskPath, further: [shipmentsPath, newOrderPath, orderDraftsPath] },
  { label: 'Returns', right: 'orders', to: returnsPath, further: [payoutsPath, afterRestorePath] },
  { label: 'Delivery', right: 'settings', to: deliveryPath },
  { label: 'Customers', right: 'customers', to: customersPath },
  { label: 'COD payments', right: 'money', to: remittancesPath },
  { label: 'Documents', right: 'reports', to: documentsPath },
]

const userTabs: readonly Tab[] = [
  { label: 'Users', right: 'customers', to: usersPath, index: adminHome },
  { label: 'Tickets', right: 'customers', to: ticketsPath, further: [dataRequestsPath] },
  { label: 'Shop', right: 'settings', to: settingsPath },
  { label: 'Staff', right: 'staff', to: staffPath },
  { label: 'Activity', right: 'staff', to: activityPath },
  { label: 'Notifications', right: 'orders', to: notificationsPath },
]

const settingTabs: readonly Tab[] = [
  { label: 'Name and contact', right: 'settings', to: `${settingsPath}/shop`, index: settingsPath },
  { label: 'Front page', right: 'settings', to: `${settingsPath}/front-page` },
  { label: 'Pages', right: 'products', to: pagesPath },
  { label: 'Texts', right: 'settings', to: `${settingsPath}/texts` },
  { label: 'Policy texts', right: 'settings', to: `${settingsPath}/policy-texts` },
  { label: 'Policy figures', right: 'settings', to: `${settingsPath}/policies` },
  { label: 'Orders', right: 'settings', to: `${settingsPath}/orders` },
  { label: 'Parcels', right: 'settings', to: `${settingsPath}/parcels` },
  { label: 'Emails', right: 'settings', to: `${settingsPath}/mails` },
  { label: 'Colours', right: 'settings', to: `${settingsPath}/colours` },
  { label: 'Tax', right: 'settings', to: `${settingsPath}/tax`, further: [taxRatesPath] },
  { label: 'Old addresses', right: 'products', to: redirectsPath },
  { label: 'Payment and courier', right: 'settings', to: providersPath },
  { label: 'Webhooks', right: 'settings', to: webhooksPath },
  { label: 'API keys', right: 'staff', to: apiKeysPath },
  { label: 'Export', right: 'exports', to: exportPath },
  { label: 'Import a shop', right: 'settings', to: importShopPath },
  { label: 'Backups', right: 'settings', to: backupsPath },
]

/** The screens around products, below the navigation bar. */
export const ProductTabs = () => <AdminTabs label="Products" tabs={productTabs} />

/** The screens around orders. */
export const OrderTabs = () => <AdminTabs label="Orders" tabs={orderTabs} />

/** The screens around users. */
export const UserTabs = () => <AdminTabs label="Users" tabs={userTabs} />

/** The groups of settings, below the screens around users. */
export const SettingTabs = () => (
  <>
    <UserTabs />
    <AdminTabs label="Settings" tabs={settingTabs} />
  </>
)

/** Scrolls a long row to the current tab. */
export function showTab(link: HTMLAnchorElement | null) {
  const row = link?.closest('nav')
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

function AdminTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation()
  const user = useSession((session) => session.user)
  const shown = tabs.filter(({ right }) => hasRight(user, right))
  // With a slash, because the path of one tab may begin another.
  const isCurrent = ({ to, index, further = [] }: Tab) =>
    [to, ...further].some((path) => isUnder(`${pathname}/`, `${path}/`)) ||
    pathname.replace(/\/$/, '').toLowerCase() === index?.toLowerCase()
  return (
    <nav aria-label={label} className="scroll-row -mb-1 border-b border-line">
      <ul className="flex gap-x-6">
        {shown.map((tab) => (
          <li key={tab.to}>
            <Link
              ref={isCurrent(tab) ? showTab : undefined}
              to={tab.to}
              aria-current={isCurrent(tab) ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center whitespace-nowrap ${isCurrent(tab) ? 'dashed-underline font-semibold text-thread' : 'text-soft hover:text-ink'}`}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
