import { Link, useLocation } from 'react-router'
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
import { findScreenRight } from './screen-rights.ts'

interface Tab {
  readonly label: string
  readonly to: string
  /** another path of the same screen */
  readonly index?: string
  /** screens that a link of this one opens */
  readonly further?: readonly string[]
}

const productTabs: readonly Tab[] = [
  { label: 'Products', to: productsPath },
  { label: 'Bulk edit', to: bulkEditPath },
  { label: 'Categories', to: categoriesPath },
  { label: 'Collections', to: collectionsPath },
  { label: 'Offers', to: offersPath },
  { label: 'Import', to: importPath },
]

const orderTabs: readonly Tab[] = [
  { label: 'All orders', to: ordersPath, further: [importPastOrdersPath] },
  { label: 'Desk', to: deskPath, further: [shipmentsPath, newOrderPath, orderDraftsPath] },
  { label: 'Returns', to: returnsPath, further: [payoutsPath, afterRestorePath] },
  { label: 'Delivery', to: deliveryPath },
  { label: 'Customers', to: customersPath },
  { label: 'COD payments', to: remittancesPath },
  { label: 'Documents', to: documentsPath },
]

const userTabs: readonly Tab[] = [
  { label: 'Users', to: usersPath, index: adminHome },
  { label: 'Tickets', to: ticketsPath, further: [dataRequestsPath] },
  { label: 'Shop', to: settingsPath },
  { label: 'Staff', to: staffPath },
  { label: 'Activity', to: activityPath },
  { label: 'Notifications', to: notificationsPath },
]

const settingTabs: readonly Tab[] = [
  { label: 'Name and contact', to: `${settingsPath}/shop`, index: settingsPath },
  { label: 'Front page', to: `${settingsPath}/front-page` },
  { label: 'Pages', to: pagesPath },
  { label: 'Texts', to: `${settingsPath}/texts` },
  { label: 'Policy texts', to: `${settingsPath}/policy-texts` },
  { label: 'Policy figures', to: `${settingsPath}/policies` },
  { label: 'Orders', to: `${settingsPath}/orders` },
  { label: 'Parcels', to: `${settingsPath}/parcels` },
  { label: 'Emails', to: `${settingsPath}/mails` },
  { label: 'Colours', to: `${settingsPath}/colours` },
  { label: 'Tax', to: `${settingsPath}/tax`, further: [taxRatesPath] },
  { label: 'Old addresses', to: redirectsPath },
  { label: 'Payment and courier', to: providersPath },
  { label: 'Webhooks', to: webhooksPath },
  { label: 'API keys', to: apiKeysPath },
  { label: 'Export', to: exportPath },
  { label: 'Import a shop', to: importShopPath },
  { label: 'Backups', to: backupsPath },
]

const settingPaths = settingTabs.map(({ to }) => to)

/** The screens around products, below the navigation bar. */
export const ProductTabs = () => <AdminTabs label="Products" tabs={productTabs} />

/** The screens around orders. */
export const OrderTabs = () => <AdminTabs label="Orders" tabs={orderTabs} />

/** The screens around users. The tab Shop opens the first of its screens that the administrator may open. */
export function UserTabs() {
  const user = useSession((session) => session.user)
  const first = settingTabs.find(({ to }) => hasRight(user, findScreenRight(to)))
  const tabs = userTabs.map((tab) =>
    tab.to === settingsPath && first ? { ...tab, to: first.index ?? first.to, further: settingPaths } : tab,
  )
  return <AdminTabs label="Users" tabs={tabs} />
}

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
  const shown = tabs.filter(({ to }) => hasRight(user, findScreenRight(to)))
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
