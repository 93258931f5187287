import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DeliveryAction, FailedDelivery } from '#contract/orders/failed-deliveries.ts'
import { failedDeliveryLimits } from '#contract/orders/failed-delivery-days.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf } from '../../kit/define-list.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'
import { failedDeliveriesPath, ordersPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { toggleSelected } from '../../kit/selection.tsx'
import type { Route } from './+types/failed-deliveries'
import { AnswerDialog, ClaimDialog } from './delivery-dialogs.tsx'
import { buildClaimColumns, buildFailedColumns } from './failed-delivery-columns.tsx'

const deliveries = defineList({
  path: failedDeliveriesPath,
  filters: { view: oneOf(['claims']) },
  load: (query) =>
    callSignedIn('GET /order/admin/failed-deliveries', { query: { ...query, view: query.view === undefined ? 'failed' : 'claims' } }),
})
export const clientLoader = deliveries.loader

export const handle = { section: ordersPath }
export const meta = pageTitle('Failed deliveries')

interface Answering {
  readonly parcels: readonly FailedDelivery[]
  readonly action: DeliveryAction
}

/** Parcels that the courier could not deliver, and claims for those that are lost or damaged. */
export default function FailedDeliveries({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [answering, setAnswering] = useState<Answering>()
  const [claimed, setClaimed] = useState<FailedDelivery>()
  const reload = () => {
    setSelected(new Set())
    revalidate()
  }
  const isClaims = loaderData.filters.view === 'claims'
  const { list } = loaderData
  const chosen = list?.parcels.filter(({ _id, canAnswer }) => canAnswer && selected.has(_id)) ?? []
  const answerChosen = (action: DeliveryAction) => setAnswering({ parcels: chosen, action })
  return (
    <ListPage
      title="Failed deliveries"
      tabs={<OrderTabs />}
      definition={deliveries}
      loaded={loaderData}
      rows={list?.parcels}
      columns={
        isClaims
          ? buildClaimColumns({ onOpen: setClaimed })
          : buildFailedColumns({
              isSelected: (id) => selected.has(id),
              onSelect: (parcel, isSelected) => setSelected(toggleSelected(selected, [parcel], isSelected)),
              onAnswer: (parcel, action) => setAnswering({ parcels: [parcel], action }),
            })
      }
      label={isClaims ? 'Claims, by their last day' : 'Parcels that could not be delivered, the longest waiting first'}
      rowsPerPage={failedDeliveryLimits.perPage}
      noun={['parcel', 'parcels']}
      intro={
        isClaims
          ? 'Claim lost and damaged parcels on the page of the courier until the day shown.'
          : `Call the shopper, or wait for the answer to our email. After ${failedDeliveryLimits.attempts} attempts a parcel usually comes back.`
      }
      filters={
        <FilterSelect
          name="view"
          label="View"
          allLabel={`Failed (${list?.counts.failed ?? 0})`}
          value={loaderData.filters.view ?? ''}
          choices={[['claims', `Claims (${list?.counts.claims ?? 0})`]]}
        />
      }
      actions={
        chosen.length > 0 && (
          <>
            <p role="status" className="self-center tabular-nums">
              {chosen.length} selected
            </p>
            <Button className="text-sm sm:min-h-10" onClick={() => answerChosen('bring back')}>
              Bring back
            </Button>
            <Button variant="ink" className="text-sm sm:min-h-10" onClick={() => answerChosen('deliver again')}>
              Deliver again
            </Button>
          </>
        )
      }
      empty="No parcel waits for an answer."
      emptyFound="No open claims."
    >
      {answering && <AnswerDialog {...answering} onAnswered={reload} onClose={() => setAnswering(undefined)} />}
      {claimed && <ClaimDialog key={claimed._id} parcel={claimed} onSaved={revalidate} onClose={() => setClaimed(undefined)} />}
    </ListPage>
  )
}
