import { useRef, useState } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import type { OfferEvent } from '#contract/offers/offers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { hasRight } from '../../../session/has-right.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer, DrawerSection } from '../../kit/drawer.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { newId } from '../../kit/list-href.ts'
import type { DrawerProps } from '../../kit/list-page.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { SavedMessage } from '../../shared/saved-message.tsx'
import { describeTime, describeUses, describeValue, stateNames } from './describe-offer.ts'
import { OfferForm } from './offer-form.tsx'
import { OfferUses } from './offer-uses.tsx'
import type { ScopeChoices } from './scope-fields.tsx'

interface Opened {
  /** undefined: a new one */
  readonly offer: Offer | undefined
  readonly events: readonly OfferEvent[]
  readonly choices: ScopeChoices
  readonly loadedAt: number
}

async function load(id: string): Promise<Opened> {
  const loadedAt = performance.now()
  const seesProducts = hasRight(useSession.getState().user, 'products')
  const [{ offer, events }, { categories }, { collections }] = await Promise.all([
    id === newId ? { offer: undefined, events: [] } : callSignedIn('GET /offers/:id', { params: { id } }),
    seesProducts ? callSignedIn('GET /categories/admin', {}) : { categories: [] },
    seesProducts ? callSignedIn('GET /collections/list/admin', {}) : { collections: [] },
  ])
  const choices = {
    categories: categories.map(({ key, name }) => ({ _id: key, name })),
    collections: collections.map(({ _id, title }) => ({ _id, name: title })),
  }
  return { offer, events, choices, loadedAt }
}

/** Adds, changes and ends an offer, and shows who has used it. */
export function OfferDrawer({ id, onClose, onChange }: DrawerProps) {
  const resource = useResource({ id, load })
  const [message, setMessage] = useState('')
  const isEdited = useRef(false)
  return (
    <Drawer
      resource={resource}
      title={id === newId ? 'Add an offer' : (resource.data?.offer?.title ?? 'Offer')}
      hasEdits={() => isEdited.current}
      onClose={onClose}
    >
      {({ offer, events, choices, loadedAt }) => (
        <>
          {offer?.state === 'ended' ? (
            <EndedOffer offer={offer} />
          ) : (
            <OfferForm
              key={loadedAt}
              offer={offer}
              choices={choices}
              onEdit={(edited) => {
                isEdited.current = edited
                if (edited) setMessage('')
              }}
              onSaved={async ({ message: saved }) => {
                // A navigation aborts a reload.
                if (offer === undefined) await onClose()
                onChange()
                if (offer === undefined) return
                resource.reload()
                setMessage(saved)
              }}
            >
              {offer && (
                <EndOffer
                  offer={offer}
                  onEnded={(ended) => {
                    isEdited.current = false
                    setMessage(ended)
                    onChange()
                    resource.reload()
                  }}
                />
              )}
            </OfferForm>
          )}
          <SavedMessage>{message}</SavedMessage>
          {offer && <OfferUses key={`uses ${loadedAt}`} offer={offer} />}
          {offer && <OfferHistory events={events} />}
        </>
      )}
    </Drawer>
  )
}

function EndedOffer({ offer }: { offer: Offer }) {
  const rows = [
    ['State', stateNames[offer.state]],
    ['Code', offer.code ?? 'None'],
    ['Value', describeValue(offer)],
    ['Time', describeTime(offer)],
    ['Uses', describeUses(offer)],
    ['Discounts', formatRupees(offer.discounted)],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-2">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-soft">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const eventNames = { added: 'Added', changed: 'Changed', ended: 'Ended' } as const

/** Column → how the form calls it. */
const fieldNames: Readonly<Record<string, string>> = {
  amount_paise: 'amount',
  most_paise: 'largest discount',
  least_paise: 'smallest total',
  from_at: 'start',
  to_at: 'end',
  limit_total: 'uses in all',
  limit_person: 'uses of one person',
  first_order: 'first order',
  scope: 'products',
  tiers: 'steps',
  buy_items: 'items',
  get_items: 'items that cost less',
  get_percent: 'percent less',
  set_price_paise: 'price together',
  gift_product_id: 'gift',
  gift_size: 'size of the gift',
  commission_percent: 'commission',
  is_public: 'shown to shoppers',
}

function OfferHistory({ events }: { events: readonly OfferEvent[] }) {
  return (
    <DrawerSection title="History">
      <ol className="flex flex-col gap-1.5">
        {events.map(({ event, by, fields, happenedAt }) => (
          <li key={`${happenedAt} ${event}`} className="wrap-anywhere">
            {eventNames[event]}
            {fields.length > 0 && `: ${fields.map((field) => fieldNames[field] ?? field).join(', ')}`}
            <span className="text-soft">
              , {formatDateTime(happenedAt)}
              {by !== null && ` by ${by}`}
            </span>
          </li>
        ))}
      </ol>
    </DrawerSection>
  )
}

/** Ends an offer for good, after a question. */
function EndOffer({ offer: { _id: id, title, code, version }, onEnded }: { offer: Offer; onEnded: (message: string) => void }) {
  const { message, ask, dialog } = useAction()
  const askFirst = () =>
    ask(
      {
        title: 'End this offer?',
        text: 'It applies to no new order, and cannot be started again. Orders that have used it keep their discount.',
        action: 'End',
        children: <p className="font-semibold wrap-anywhere">{code ?? title}</p>,
      },
      () => callSignedIn('POST /offers/:id/end', { params: { id }, body: { version } }),
      (reply) => onEnded(reply.message),
    )
  return (
    <>
      <Button className="text-bad" onClick={askFirst}>
        End the offer
      </Button>
      {message?.isError && <StatusMessage message={message} />}
      {dialog}
    </>
  )
}
