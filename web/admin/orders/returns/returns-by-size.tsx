import { Link, useRevalidator } from 'react-router'
import { misfitTexts, type ReportDays, type ReturnCounts, type ReturnedProduct, reportDays } from '#contract/returns/returns-by-size.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ListError, ListFrame } from '../../kit/list-frame.tsx'
import { buildListHref, returnsPath } from '../../kit/list-href.ts'
import { loadOnce } from '../../kit/load-list.ts'
import { Needs } from '../../kit/needs.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

export const returnsBySizePath = buildListHref({ path: returnsPath, params: { view: 'sizes' } })

const periods: Readonly<Record<ReportDays, string>> = { '30': '30 days', '90': '90 days', '365': 'A year' }

/** The report of the days in the address, 90 without them. */
export async function loadReturnsBySize(search: URLSearchParams) {
  const days = reportDays.find((name) => name === search.get('days')) ?? '90'
  const { list, error } = await loadOnce(() => callSignedIn('GET /returns/by-size', { query: { days } }))
  return { days, products: list?.products, error }
}

interface SizeRow extends ReturnCounts {
  readonly product: ReturnedProduct
  readonly size: string
  /** the first size of a product has its name */
  readonly isFirst: boolean
}

const formatShare = ({ sent, returned }: ReturnCounts) => `${Math.round((returned * 100) / sent)} %`

const columns: readonly Column<SizeRow>[] = [
  {
    head: 'Product',
    cell: ({ product, isFirst }) =>
      isFirst ? (
        <span className="flex flex-col items-start gap-1 py-1">
          <span className="font-semibold wrap-anywhere">{product.name}</span>
          <MisfitOffer product={product} />
        </span>
      ) : (
        <span className="sr-only">{product.name}</span>
      ),
  },
  { head: 'Size', cell: ({ size }) => (size === '' ? '–' : size) },
  { head: 'Delivered', number: true, cell: ({ sent }) => sent },
  { head: 'Kept', number: true, className: 'max-md:hidden', cell: ({ kept }) => kept },
  { head: 'Too small', number: true, cell: ({ tooSmall }) => tooSmall },
  { head: 'Too large', number: true, cell: ({ tooLarge }) => tooLarge },
  { head: 'Paid back', number: true, className: 'max-md:hidden', cell: ({ refunded }) => refunded },
  { head: 'Sent back', number: true, className: 'max-sm:hidden', cell: formatShare },
]

const listRows = (products: readonly ReturnedProduct[]): SizeRow[] =>
  products.flatMap((product) => product.sizes.map((counts, index) => ({ ...counts, product, isFirst: index === 0 })))

type Report = Awaited<ReturnType<typeof loadReturnsBySize>>

/** What came back of the delivered pieces by product and size, and why. */
export function ReturnsBySize({ days, products, error }: Report) {
  return (
    <ListFrame
      title="Returns by product and size"
      tabs={<OrderTabs />}
      aside={
        <Link to={returnsPath} className="link inline-flex min-h-11 items-center text-sm">
          All returns
        </Link>
      }
    >
      <nav aria-label="Delivered in" className="flex flex-wrap items-center gap-x-5">
        <span aria-hidden="true" className="text-sm text-soft">
          Delivered in
        </span>
        {reportDays.map((name) => (
          <Link
            key={name}
            to={buildListHref({ path: returnsPath, params: { view: 'sizes', days: name } })}
            aria-current={name === days ? 'true' : undefined}
            className={`inline-flex min-h-11 items-center text-sm ${name === days ? 'dashed-underline font-semibold text-thread' : 'text-soft hover:text-ink'}`}
          >
            {periods[name]}
          </Link>
        ))}
      </nav>
      {error !== undefined && <ListError text={error} />}
      {products?.length === 0 && <EmptyState title="Nothing was sent back." />}
      {products !== undefined && products.length > 0 && (
        <>
          <Table
            label="Returns by product and size"
            columns={columns}
            rows={listRows(products)}
            getKey={({ product, size }) => `${product._id} ${size}`}
          />
          <p className="text-sm text-soft">
            Products with the most pieces sent back come first. Declined and withdrawn returns do not count.
          </p>
        </>
      )}
    </ListFrame>
  )
}

/** Offers to write that a product runs small or large. It is shown to shoppers only when an administrator agrees. */
export function MisfitOffer({ product: { _id, name, misfit, details, detailsVersion } }: { product: ReturnedProduct }) {
  const { revalidate } = useRevalidator()
  const { busy, message, run } = useAction(revalidate)
  if (misfit === null) return null
  const text = misfitTexts[misfit]
  const { fit } = details
  if (fit === text) return <span className="text-soft">Its page says: “{text}”</span>
  const agree = () =>
    run(() => {
      const body = { version: detailsVersion, details: { ...details, fit: text } }
      return callSignedIn('PATCH /products/:id/details', { params: { id: _id }, body })
    }, revalidate)
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="font-medium">{text}</span>
      {fit !== undefined && <span className="text-soft">Its page says: “{fit}”</span>}
      <Needs right="products">
        <SmallButton aria-disabled={busy} onClick={agree}>
          <span>
            Show on its page <span className="sr-only">for {name}</span>
          </span>
        </SmallButton>
      </Needs>
      <StatusMessage message={message} />
    </span>
  )
}
