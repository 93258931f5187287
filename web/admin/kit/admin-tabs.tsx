import { Link, type Location, useLocation } from 'react-router'
import type { User } from '#contract/accounts/users.ts'
import type { Right } from '#contract/kernel/rights.ts'
import { hasRight } from '../../session/has-right.ts'
import { adminHome } from '../../session/homes.ts'
import { isUnder } from '../../session/redirect-after-login.ts'
import { useSession } from '../../session/session.ts'
import * as paths from './list-href.ts'
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
  { label: 'Products', to: paths.productsPath },
  { label: 'Bulk edit', to: paths.bulkEditPath },
  { label: 'Categories', to: paths.categoriesPath },
  { label: 'Collections', to: paths.collectionsPath },
  { label: 'Offers', to: paths.offersPath },
  { label: 'Import', to: paths.importPath },
]

const orderTabs: readonly Tab[] = [
  { label: 'All orders', to: paths.ordersPath, further: [paths.importPastOrdersPath] },
  {
    label: 'Desk',
    to: paths.deskPath,
    further: [paths.packPath, paths.shipmentsPath, paths.parcelPath, paths.failedDeliveriesPath, paths.newOrderPath, paths.orderDraftsPath],
  },
  { label: 'Returns', to: paths.returnsPath, further: [paths.payoutsPath, paths.afterRestorePath] },
  { label: 'Delivery', to: paths.deliveryPath },
  { label: 'Customers', to: paths.customersPath },
  { label: 'COD payments', to: paths.remittancesPath },
  { label: 'Documents', to: paths.documentsPath },
]

const settingTabs: readonly (Tab | TabGroup)[] = [
  { label: 'Name and contact', to: `${paths.settingsPath}/shop`, index: paths.settingsPath },
  { label: 'Front page', to: `${paths.settingsPath}/front-page` },
  { label: 'Pages', to: paths.pagesPath },
  { label: 'Texts', to: `${paths.settingsPath}/texts` },
  { label: 'Policy texts', to: `${paths.settingsPath}/policy-texts` },
  { label: 'Policy figures', to: `${paths.settingsPath}/policies` },
  { label: 'Orders', to: `${paths.settingsPath}/orders` },
  { label: 'Parcels', to: `${paths.settingsPath}/parcels` },
  { label: 'Emails', to: `${paths.settingsPath}/mails` },
  { label: 'Colours', to: `${paths.settingsPath}/colours` },
  { label: 'Tax', to: `${paths.settingsPath}/tax`, further: [paths.taxRatesPath] },
  { label: 'Old addresses', to: paths.redirectsPath },
  { label: 'Payment and courier', to: paths.providersPath },
  {
    label: 'Programs',
    tabs: [
      { label: 'Webhooks', to: paths.webhooksPath },
      { label: 'API keys', to: paths.apiKeysPath },
    ],
  },
  {
    label: 'Files',
    tabs: [
      { label: 'Export', to: paths.exportPath },
      { label: 'Import a shop', to: paths.importShopPath },
      { label: 'Backups', to: paths.backupsPath },
    ],
  },
]

const userTabs: readonly (Tab | TabGroup)[] = [
  { label: 'Users', to: paths.usersPath, index: adminHome },
  { label: 'Tickets', to: paths.ticketsPath, further: [paths.dataRequestsPath] },
  { label: 'Shop', tabs: settingTabs.flatMap((tab) => ('tabs' in tab ? tab.tabs : tab)) },
  { label: 'Staff', to: paths.staffPath },
  { label: 'Activity', to: paths.activityPath },
  { label: 'Notifications', to: paths.notificationsPath },
]

const figureTabs: readonly (Tab | TabGroup)[] = [
  { label: 'Visits and sales', to: paths.analysisPath, view: '' },
  { label: 'Today', to: paths.todayPath, view: 'today' },
  {
    label: 'Sales',
    tabs: [
      { label: 'Products', to: paths.salesPath, view: 'products' },
      { label: 'What to sew', to: paths.sewingPath, view: 'sew' },
      { label: 'Not sold', to: paths.unsoldPath, view: 'unsold' },
    ],
  },
  {
    label: 'Visitors and buyers',
    tabs: [
      { label: 'Visits to orders', to: paths.funnelPath, view: 'funnel' },
      { label: 'Sources', to: paths.sourcesPath, view: 'sources' },
      { label: 'Codes', to: paths.codesPath, view: 'codes' },
      { label: 'Buyers', to: paths.buyersPath, view: 'buyers' },
    ],
  },
  { label: 'Deliveries', to: paths.deliveryFiguresPath, view: 'deliveries' },
  {
    label: 'Money and profit',
    tabs: [
      { label: 'Money', to: paths.moneyPath, view: 'money', right: 'money' },
      { label: 'Settlements', to: paths.settlementsPath, view: 'settlements', right: 'money' },
      { label: 'Profit', to: paths.profitPath, view: 'profit' },
      { label: 'Expenses', to: paths.expensesPath, view: 'expenses' },
    ],
  },
  { label: "Day's summary", to: paths.summaryPath },
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
