import type { SaleGroup } from '#contract/catalog/group-sales.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { DrawerSection, LoadError } from '../kit/drawer.tsx'
import { formatPlannedTime } from '../kit/format-time.ts'
import { Needs } from '../kit/needs.tsx'
import { StatusMessage, useAction } from '../kit/use-action.tsx'
import { useResource } from '../kit/use-resource.ts'
import { SaleForm, type SaleValues } from './sale-form.tsx'

const toId = ({ kind, key }: SaleGroup) => `${kind}/${key}`

async function load(id: string) {
  const [kind, key = ''] = id.split('/')
  return (await callSignedIn('GET /products/admin/group-sales', { query: { kind: kind as SaleGroup['kind'], key } })).sales
}

const countProducts = (count: number): string => (count === 1 ? '1 product' : `${count} products`)

const loadProblems = (id: string) => callSignedIn('GET /tax-rates/group-sales/:id', { params: { id } })

/** The products of a sale whose price fits no tax rate. */
function SaleProblems({ id }: { id: string }) {
  const { data: { count, problems } = { count: 0, problems: [] } } = useResource({ id, load: loadProblems })
  return (
    <div role="status" className="w-full text-sm font-medium text-bad empty:hidden">
      {problems.map(({ product, name, text }) => (
        <p key={product}>
          Tax: {name}: {text}
        </p>
      ))}
      {count > problems.length && <p>Tax: {countProducts(count - problems.length)} more.</p>}
    </div>
  )
}

/** Starts, shows and ends the sales of all products of a category or a collection. */
export const GroupSales = (props: { group: SaleGroup }) => (
  <Needs right="prices">
    <Sales {...props} />
  </Needs>
)

function Sales({ group }: { group: SaleGroup }) {
  const { data: sales, error, reload } = useResource({ id: toId(group), load })
  const { busy, message, run } = useAction(reload)
  const start = (values: SaleValues) =>
    run(async () => {
      const { message: text, sale } = await callSignedIn('POST /products/admin/group-sales', { body: { ...group, ...values } })
      reload()
      const skipped = sale.skipped ? ` ${countProducts(sale.skipped)} left out, because of another sale or a low price.` : ''
      return { message: `${text} for ${countProducts(sale.products)}.${skipped}` }
    })
  const end = (id: string) => run(() => callSignedIn('DELETE /products/admin/group-sales/:id', { params: { id } }), reload)
  return (
    <DrawerSection title="Sale">
      <LoadError error={error} onRetry={reload} />
      {sales && sales.length > 0 && (
        <ul className="flex flex-col gap-3">
          {sales.map(({ _id, percent, startsAt, endsAt, products }) => (
            <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p>
                <span className="font-semibold">{percent} % off</span> {countProducts(products)}, from {formatPlannedTime(startsAt)} to{' '}
                {formatPlannedTime(endsAt)}
              </p>
              <Button className="text-sm" aria-disabled={busy} onClick={() => end(_id)}>
                End for all
              </Button>
              <SaleProblems id={_id} />
            </li>
          ))}
        </ul>
      )}
      <SaleForm busy={busy} onSubmit={start} />
      <StatusMessage message={message} />
    </DrawerSection>
  )
}
