import { Link, type Location, useLocation } from 'react-router'
import type { User } from '#contract/accounts/users.ts'
import type { Right } from '#contract/kernel/rights.ts'
import { hasRight } from '../../session/has-right.ts'
import { adminHome } from '../../session/homes.ts'
import { isUnder } from '../../session/redirect-after-login.ts'
import { useSession } from '../../session/session.ts'
import {
  activityPath,
  afterRestorePath,
  analysisPath,
  apiKeysPath,
  backupsPath,
  bulkEditPath,
  buyersPath,
  categoriesPath,
  codesPath,
  collectionsPath,
  customersPath,
  dataRequestsPath,
  deliveryFiguresPath,
  deliveryPath,
  deskPath,
  documentsPath,
  expensesPath,
  exportPath,
  failedDeliveriesPath,
  funnelPath,
  importPastOrdersPath,
  importPath,
  importShopPath,
  moneyPath,
  newOrderPath,
  notificationsPath,
  offersPath,
  orderDraftsPath,
  ordersPath,
  packPath,
  pagesPath,
  parcelPath,
  payoutsPath,
  productsPath,
  profitPath,
  providersPath,
  redirectsPath,
  remittancesPath,
  returnsPath,
  salesPath,
  settingsPath,
  settlementsPath,
  sewingPath,
  shipmentsPath,
  sourcesPath,
  staffPath,
  summaryPath,
  taxRatesPath,
  ticketsPath,
  todayPath,
  unsoldPath,
  usersPath,
  webhooksPath,
} from './list-href.ts'
import { findScreenRight } from './screen-rights.ts'

interface Tab {
  readonly label: string
  readonly to: string
  /** another path of the same screen */
  readonly index?: string
  /** of several screens of one path: their search parameter, empty for the first */
  readonly view?: string
  /** needed beside the right of the path */
  readonly right?: Right
  /** screens that a link of this one opens */
  readonly further?: readonly string[]
}

/** Screens behind one tab, which opens the first of them. They have a row of their own below, except `Shop`. */
interface TabGroup {
  readonly label: string
  readonly tabs: readonly Tab[]
}

interface TabRow {
  readonly label: string
  readonly tabs: readonly (Tab | TabGroup)[]
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
  { label: 'Desk', to: deskPath, further: [packPath, shipmentsPath, parcelPath, failedDeliveriesPath, newOrderPath, orderDraftsPath] },
  { label: 'Returns', to: returnsPath, further: [payoutsPath, afterRestorePath] },
  { label: 'Delivery', to: deliveryPath },
  { label: 'Customers', to: customersPath },
  { label: 'COD payments', to: remittancesPath },
  { label: 'Documents', to: documentsPath },
]

const settingTabs: readonly (Tab | TabGroup)[] = [
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
  {
    label: 'Programs',
    tabs: [
      { label: 'Webhooks', to: webhooksPath },
      { label: 'API keys', to: apiKeysPath },
    ],
  },
  {
    label: 'Files',
    tabs: [
      { label: 'Export', to: exportPath },
      { label: 'Import a shop', to: importShopPath },
      { label: 'Backups', to: backupsPath },
    ],
  },
]

const userTabs: readonly (Tab | TabGroup)[] = [
  { label: 'Users', to: usersPath, index: adminHome },
  { label: 'Tickets', to: ticketsPath, further: [dataRequestsPath] },
  { label: 'Shop', tabs: settingTabs.flatMap((tab) => ('tabs' in tab ? tab.tabs : tab)) },
  { label: 'Staff', to: staffPath },
  { label: 'Activity', to: activityPath },
  { label: 'Notifications', to: notificationsPath },
]

const figureTabs: readonly (Tab | TabGroup)[] = [
  { label: 'Visits and sales', to: analysisPath, view: '' },
  { label: 'Today', to: todayPath, view: 'today' },
  {
    label: 'Sales',
    tabs: [
      { label: 'Products', to: salesPath, view: 'products' },
      { label: 'What to sew', to: sewingPath, view: 'sew' },
      { label: 'Not sold', to: unsoldPath, view: 'unsold' },
    ],
  },
  {
    label: 'Visitors and buyers',
    tabs: [
      { label: 'Visits to orders', to: funnelPath, view: 'funnel' },
      { label: 'Sources', to: sourcesPath, view: 'sources' },
      { label: 'Codes', to: codesPath, view: 'codes' },
      { label: 'Buyers', to: buyersPath, view: 'buyers' },
    ],
  },
  { label: 'Deliveries', to: deliveryFiguresPath, view: 'deliveries' },
  {
    label: 'Money and profit',
    tabs: [
      { label: 'Money', to: moneyPath, view: 'money', right: 'money' },
      { label: 'Settlements', to: settlementsPath, view: 'settlements', right: 'money' },
      { label: 'Profit', to: profitPath, view: 'profit' },
      { label: 'Expenses', to: expensesPath, view: 'expenses' },
    ],
  },
  { label: "Day's summary", to: summaryPath },
]

/** The screens around products, below the navigation bar. */
export const ProductTabs = () => <AdminTabs label="Products" tabs={productTabs} />

/** The figures of the shop. */
export const FigureTabs = () => <GroupedTabs label="Figures" tabs={figureTabs} />

/** The screens around orders. */
export const OrderTabs = () => <AdminTabs label="Orders" tabs={orderTabs} />

/** The screens around users. */
export const UserTabs = () => <AdminTabs label="Users" tabs={userTabs} />

/** The groups of settings, below the screens around users. */
export const SettingTabs = () => (
  <>
    <UserTabs />
    <GroupedTabs label="Settings" tabs={settingTabs} />
  </>
)

/** A row of tabs, and the row of the current group below it. */
function GroupedTabs({ label, tabs }: TabRow) {
  const location = useLocation()
  const group = tabs.find((tab) => 'tabs' in tab && tab.tabs.some((each) => isCurrent(each, location)))
  return (
    <>
      <AdminTabs label={label} tabs={tabs} />
      {group && 'tabs' in group && <AdminTabs {...group} />}
    </>
  )
}

// With a slash, because the path of one tab may begin another.
function isCurrent({ to, index, view, further = [] }: Tab, { pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  if (view !== undefined && view !== (new URLSearchParams(search).get('view') ?? '')) return false
  const isBelow = [to.replace(/\?.*/, ''), ...further].some((path) => isUnder(`${pathname}/`, `${path}/`))
  return isBelow || pathname.replace(/\/$/, '').toLowerCase() === index?.toLowerCase()
}

interface ShownTab {
  readonly label: string
  readonly to: string
  readonly isCurrent: boolean
}

interface TabQuery extends Pick<TabRow, 'tabs'> {
  readonly user: Pick<User, 'rights'> | null | undefined
  readonly location: Pick<Location, 'pathname' | 'search'>
}

/** The tabs that an administrator may open. */
function listTabs({ tabs, user, location }: TabQuery): ShownTab[] {
  const mayOpen = ({ to, right }: Tab) => hasRight(user, findScreenRight(to)) && hasRight(user, right)
  return tabs.flatMap((tab) => {
    const screens = 'tabs' in tab ? tab.tabs : [tab]
    const first = screens.find(mayOpen)
    const to = first && 'tabs' in tab ? (first.index ?? first.to) : first?.to
    return to === undefined ? [] : { label: tab.label, to, isCurrent: screens.some((screen) => isCurrent(screen, location)) }
  })
}

/** Scrolls a long row to the current tab. */
export function showTab(link: HTMLAnchorElement | null) {
  const row = link?.closest('nav')
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

function AdminTabs({ label, tabs }: TabRow) {
  const location = useLocation()
  const user = useSession((session) => session.user)
  const shown = listTabs({ tabs, user, location })
  if (shown.length === 0) return null
  return (
    <nav aria-label={label} className="scroll-row -mb-1 border-b border-line">
      <ul className="flex gap-x-6">
        {shown.map((tab) => (
          <li key={tab.to}>
            <Link
              ref={tab.isCurrent ? showTab : undefined}
              to={tab.to}
              aria-current={tab.isCurrent ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center whitespace-nowrap ${tab.isCurrent ? 'dashed-underline font-semibold text-thread' : 'text-soft hover:text-ink'}`}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
