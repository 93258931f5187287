import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { DrawerSection, LoadError } from '../kit/drawer.tsx'
import { DrawerLink } from '../kit/drawer-link.tsx'
import { formatCountOf } from '../kit/format-count-of.ts'
import { formatDate } from '../kit/format-time.ts'
import { returnsPath } from '../kit/list-href.ts'
import { Needs } from '../kit/needs.tsx'
import { useResource } from '../kit/use-resource.ts'
import { describePersonReturns } from './describe-person-returns.ts'
import { returnStateLabels } from './return-state-labels.ts'

const load = (id: string) => callSignedIn('GET /returns/of-person/:id', { params: { id } })

/** The returns of the person who placed an order, with the share of worn pieces. Nothing for a person without returns. */
export const PersonReturns = (props: { orderId: string }) => (
  <Needs right="orders">
    <Returns {...props} />
  </Needs>
)

function Returns({ orderId }: { orderId: string }) {
  const { data, error, reload } = useResource({ id: orderId, load })
  if (error === undefined && (data === undefined || data.returns.length === 0)) return null
  return (
    <DrawerSection title="Returns of this person">
      <LoadError error={error} onRetry={reload} />
      {data && (
        <>
          <p className="text-sm text-soft">{describePersonReturns(data.person)}</p>
          <ul className="flex flex-col text-sm">
            {data.returns.map(({ _id, number, kind, isOfOrder, state, isOverdue, pieces, refund, askedAt }) => (
              <li key={_id} className="flex items-center justify-between gap-x-6 border-line py-1.5 not-last:border-b">
                <span className="min-w-0 flex-1">
                  <DrawerLink list={returnsPath} id={_id} className="link inline-flex min-h-11 items-center font-semibold sm:min-h-6">
                    {number}
                  </DrawerLink>{' '}
                  <span className="text-soft">
                    {isOfOrder ? 'of this order, ' : ''}
                    {formatCountOf(pieces, 'piece')}
                  </span>
                </span>
                <span className="text-right tabular-nums">
                  {returnStateLabels[state]} · {kind === 'exchange' ? 'Exchange' : formatRupees(refund)}
                  {isOverdue && <span className="block font-medium text-bad">Overdue</span>}
                  <time dateTime={askedAt} className="block text-soft">
                    {formatDate(askedAt)}
                  </time>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </DrawerSection>
  )
}
