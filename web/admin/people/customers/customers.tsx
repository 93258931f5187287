import { useState } from 'react'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { customersPerPage } from '#contract/kernel/limits/paging.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { SelectField } from '../../../ui/field.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, searchText } from '../../kit/define-list.ts'
import { RowLink } from '../../kit/drawer-link.tsx'
import { ExportDialog } from '../../kit/export-dialog.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { customersPath, importCustomersPath, ordersPath, shouldReloadList } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { Needs } from '../../kit/needs.tsx'
import { SmallButton, SmallLink } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import type { Route } from './+types/customers'
import { CustomerDrawer } from './customer-drawer.tsx'
import { describeKind } from './describe-kind.ts'

const customers = defineList({
  path: customersPath,
  filters: { q: searchText },
  load: (query) => callSignedIn('GET /customers', { query }),
})
export const clientLoader = customers.loader
export const shouldRevalidate = shouldReloadList

export const handle = { section: ordersPath }
export const meta = pageTitle('Customers')

/** People with orders, guests too, and imported ones, with a drawer for their orders and addresses. */
export default function Customers({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Customers"
      tabs={<OrderTabs />}
      definition={customers}
      loaded={loaderData}
      rows={loaderData.list?.customers}
      columns={columns}
      label="Customers, those who ordered last first"
      rowsPerPage={customersPerPage}
      noun={['customer', 'customers']}
      searchHint="Name, phone or email"
      actions={
        <>
          <SmallLink to={importCustomersPath}>Import CSV</SmallLink>
          <Needs right="exports">
            <ExportCustomers />
          </Needs>
        </>
      }
      empty="Nobody has ordered yet."
      emptyFound="No customers found."
      drawer={CustomerDrawer}
    />
  )
}

const formatCount = (count: number) => (count === 0 ? '–' : count.toLocaleString('en-IN'))

const columns: readonly Column<Customer>[] = [
  {
    head: 'Customer',
    className: 'wrap-anywhere',
    cell: ({ _id, name, phone, account, orders }) => (
      <>
        <RowLink id={_id} className="max-sm:-my-2">
          {name}
        </RowLink>
        <span className="block text-soft">{describeKind({ account, orders })}</span>
        <span className="block text-soft sm:hidden">{phone}</span>
      </>
    ),
  },
  {
    head: 'Contact',
    className: 'max-sm:hidden wrap-anywhere',
    cell: ({ phone, email, city }) => (
      <>
        {phone} <span className="text-soft">{city}</span>
        <span className="block max-w-64 truncate text-soft">{email}</span>
      </>
    ),
  },
  { head: 'Orders', number: true, cell: ({ orders }) => formatCount(orders) },
  { head: 'Paid', number: true, className: 'font-semibold', cell: ({ paid }) => formatRupees(paid) },
  { head: 'COD due', number: true, className: 'max-md:hidden', cell: ({ onDelivery }) => formatRupees(onDelivery) },
  {
    head: 'Refused',
    number: true,
    className: 'max-md:hidden',
    cell: ({ refused }) => <span className={refused > 0 ? 'font-semibold text-bad' : undefined}>{formatCount(refused)}</span>,
  },
  { head: 'Cancelled', number: true, className: 'max-lg:hidden', cell: ({ cancelled }) => formatCount(cancelled) },
  {
    head: 'Last order',
    number: true,
    className: 'max-lg:hidden',
    cell: ({ lastOrderAt }) => (lastOrderAt === null ? '–' : formatDate(lastOrderAt)),
  },
]

const choices = {
  all: 'All customers',
  consented: 'Those who agreed to messages about offers',
  bought: 'Those who agreed and have bought',
} as const

/** What somebody has bought, and when. */
interface Bought {
  readonly category: string
  readonly days: string
}

const boughtDays = ['30', '90', '180', '365'] as const

const download = (choice: keyof typeof choices, { category, days }: Bought) =>
  downloadSignedIn({
    route: 'GET /customers/export',
    input: {
      query: choice === 'bought' ? { who: 'consented', days: Number(days), ...(category && { category }) } : { who: choice },
    },
    fileName: `${choice === 'all' ? 'customers' : 'customers-who-agreed'}-${toIndianDay()}.csv`,
  })

/** Downloads customers as CSV. */
function ExportCustomers() {
  const [isOpen, setOpen] = useState(false)
  const [bought, setBought] = useState<Bought>({ category: '', days: '90' })
  const { categories } = useStoreConfig()
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>Export CSV</SmallButton>
      {isOpen && (
        <ExportDialog
          title="Export customers"
          legend="Who"
          choices={choices}
          download={(choice) => download(choice, bought)}
          onClose={() => setOpen(false)}
        >
          <p>The file has names, phone numbers and email addresses. Keep it safe, and delete it when you no longer need it.</p>
          <SelectField
            name="category"
            label="Have bought"
            value={bought.category}
            choices={[['', 'Anything'], ...categories.map(({ key, name }) => [key, name] as const)]}
            onChange={(event) => setBought({ ...bought, category: event.currentTarget.value })}
          />
          <SelectField
            name="days"
            label="In the last"
            value={bought.days}
            choices={boughtDays.map((days) => [days, `${days} days`] as const)}
            onChange={(event) => setBought({ ...bought, days: event.currentTarget.value })}
          />
        </ExportDialog>
      )}
    </>
  )
}
