import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { calculateTotals, getToPay } from '#contract/orders/adjustments.ts'
import { findMissingForFreeShipping, isShippingFree } from '#contract/orders/charges.ts'
import { formatEstimate } from '#contract/orders/delivery-estimate.ts'
import { countStep } from '../api/count-step.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { checkoutSteps, formatItemCount } from '../orders/shared/order-text.ts'
import { findDeliveryDays, readCodOffer } from '../orders/shared/pin-answer.ts'
import { TotalRows } from '../orders/shared/total-rows.tsx'
import { usePinAnswer } from '../orders/shared/use-pin-answer.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Steps } from '../ui/steps.tsx'
import { CartRow, RemovedRow } from './cart-row.tsx'
import { type CartStore, canIncrease, formatCartItem } from './cart-store.ts'
import { DeliveryNotice } from './delivery-notice.tsx'
import { CartSkeleton } from './mini-cart/cart-skeleton.tsx'
import { applyQuote, type ChargedTotals, chargeTotals, findNextOffer } from './offer/cart-offer.ts'
import { OfferField, OnlineSaving } from './offer/offer-field.tsx'
import { useFocusRestore } from './restore-focus.ts'
import type { CartOffer } from './state/use-guest-quote.ts'
import { useRemovedRows } from './use-removed-rows.ts'

export interface CartViewProps {
  store: CartStore
  /** the list where the shopper goes on shopping */
  shopHref: string
  /** where an empty cart will be kept once it is filled */
  emptyText: string
  /** the button that starts the order, after a check of prices and stock */
  orderLabel: string
  onOrder: () => void
  /** where it will probably go */
  pinCode?: string | undefined
  /** missing where a cart has no offers */
  offer?: CartOffer
  /** how the order can be paid */
  paymentHint?: string | undefined
  /** loads a cart again that could not be loaded */
  onRetry?: () => void
  /** above the list */
  children?: ReactNode
}

/** The cart screen, for both stores. */
export function CartView({ children, ...props }: CartViewProps) {
  const { store, onRetry } = props
  const { status, items, error } = store
  const isEmpty = status !== 'loading' && items.length === 0
  const hasItems = items.length > 0
  useEffect(() => {
    if (hasItems) countStep('cart')
  }, [hasItems])
  return (
    // As high as the window, so that the footer stays where it is when the cart has loaded.
    <div className="page-width flex min-h-dvh flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-col gap-6">
        <h1 className="title">Your Cart</h1>
        {!isEmpty && <Steps steps={checkoutSteps} current={0} />}
      </div>
      {children}
      <div role="alert" className="flex flex-wrap items-center gap-4 empty:hidden">
        {error !== undefined && <p className="font-medium text-bad">{error}</p>}
        {status === 'failed' && onRetry && <Button onClick={onRetry}>Try again</Button>}
      </div>
      {status === 'loading' && <CartSkeleton />}
      <CartContent {...props} />
    </div>
  )
}

/** The rows and the summary. Mounted while the cart is empty too, so that it can restore the focus. */
function CartContent(props: CartViewProps) {
  const { status, items, setQuantity, setSize, remove } = props.store
  const isBusy = status === 'saving'
  const isEmpty = items.length === 0
  const restoringFocus = useFocusRestore(isBusy)
  const { rows, lastRemoved, rememberRow, restoreRow } = useRemovedRows(props.store)
  return (
    <div
      aria-busy={isBusy}
      className={`grid items-start gap-x-12 gap-y-10 ${isEmpty ? '' : 'lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-20'}`}
    >
      <p role="status" className="sr-only">
        {lastRemoved && `${formatCartItem(lastRemoved)} was removed from your cart.`}
      </p>
      {rows.length > 0 && (
        <ul aria-label="Items in your cart" className="border-t border-line">
          {rows.map(({ item, isRemoved }, index) =>
            isRemoved ? (
              <RemovedRow
                key={`removed ${item.key}`}
                item={item}
                isBusy={isBusy}
                onUndo={restoringFocus(() => restoreRow({ item, index }))}
              />
            ) : (
              <CartRow
                key={item.key}
                item={item}
                canIncrease={canIncrease({ item, items })}
                isBusy={isBusy}
                onQuantity={restoringFocus((quantity) => setQuantity(item, quantity))}
                onSize={restoringFocus((size) => setSize(item, size))}
                onRemove={restoringFocus(() => {
                  rememberRow({ item, index })
                  remove(item)
                })}
              />
            ),
          )}
        </ul>
      )}
      {isEmpty ? <EmptyCart {...props} /> : <Summary {...props} />}
    </div>
  )
}

function EmptyCart({ store: { status }, shopHref, emptyText }: CartViewProps) {
  const { texts } = useStoreConfig()
  if (status === 'loading' || status === 'failed') return null
  return (
    <EmptyState
      title={texts?.emptyCart ?? screenTexts.cartIsEmpty}
      action={
        <LinkButton variant="primary" to={shopHref}>
          Find something to wear
        </LinkButton>
      }
    >
      <p>{emptyText}</p>
    </EmptyState>
  )
}

function Summary({ store: { status, items, check }, shopHref, orderLabel, onOrder, offer, paymentHint, pinCode }: CartViewProps) {
  const answer = usePinAnswer(pinCode)
  const { policies, checkoutScript, offersCod } = useStoreConfig()
  const [phase, setPhase] = useState<'idle' | 'checking' | 'changed'>('idle')
  const message = useRef<HTMLParagraphElement>(null)
  const isBlocked = items.some(({ problem }) => problem !== undefined)
  const counted = items.filter(({ isCounted }) => isCounted)
  const priced = { totals: calculateTotals({ lines: counted }), quote: offer?.quote, policies, pinCharge: answer?.charge }
  const onDelivery = chargeTotals(priced)
  const toPay = getToPay(onDelivery)
  // How it is paid is chosen later: the charge for cash is named beside the sum, unless there is no other way.
  const hasChoice = Boolean(checkoutScript)
  const totals = counted.length === 0 ? priced.totals : chargeTotals({ ...priced, ...(hasChoice && { chargesFor: 'online' }) })
  const hasChanged = phase === 'changed'
  useEffect(() => {
    // The button that was pressed may be disabled now.
    if (hasChanged) message.current?.focus()
  }, [hasChanged])
  const order = async () => {
    if (phase === 'checking') return
    setPhase('checking')
    const canStart = await check()
    setPhase(canStart ? 'idle' : 'changed')
    if (canStart) onOrder()
  }
  const explanations = [
    hasChanged && 'Your cart has changed.',
    isBlocked && 'Update or remove the marked items to continue.',
    counted.length < items.length && 'Items that are sold out or short are not in the total.',
    hasChanged && !isBlocked && 'Please check it, then go on.',
  ].filter(Boolean)
  return (
    <section aria-labelledby="summary" className="flex flex-col gap-4 rounded-control bg-sunk p-6 lg:sticky lg:top-24">
      <h2 id="summary" className="font-display text-2xl">
        Summary
      </h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
        <dt className="text-soft">Subtotal, {formatItemCount(counted.reduce((sum, { quantity }) => sum + quantity, 0))}</dt>
        <dd className="text-right">{formatRupees(totals.totalPrice)}</dd>
        {isShippingFree(totals) && (
          <>
            <dt className="text-soft">Shipping</dt>
            <dd className="text-right">Free</dd>
          </>
        )}
        {counted.length > 0 && answer?.deliver !== false && (
          <>
            <dt className="text-soft">Estimated delivery</dt>
            <dd className="text-right">{formatEstimate({ policies: findDeliveryDays({ answer, policies, items: counted }) })}</dd>
          </>
        )}
        <Divider className="col-span-2 my-2 text-edge" />
        <TotalRows order={totals} sumClassName="text-lg" isLive />
      </dl>
      {counted.length > 0 && <ChargeNotes {...priced} isPinKnown={answer !== undefined} hasCodCharge={hasChoice && offersCod !== false} />}
      <DeliveryNotice pinCode={pinCode} answer={answer} toPay={toPay} />
      {offer && counted.length > 0 && (
        <>
          <OnlineSaving totals={chargeTotals({ ...priced, chargesFor: 'online' })} online={chargeTotals({ ...priced, payment: 'online' })}>
            {(amount) => `${amount} when you pay online.`}
          </OnlineSaving>
          <p role="status" className="font-medium text-good empty:hidden">
            {findNextOffer(priced)}
          </p>
          <OfferField offer={offer} disabled={status === 'saving'} />
        </>
      )}
      {explanations.length > 0 && (
        <p ref={message} id="blocked" tabIndex={-1} className="font-medium text-bad outline-none">
          {explanations.join(' ')}
        </p>
      )}
      {items.some(({ size, sizeStock }) => size === undefined && !sizeStock) && (
        <p className="text-sm text-soft">Choose the missing sizes, or we will call you to confirm them.</p>
      )}
      <Button
        variant="primary"
        className="w-full"
        disabled={status === 'saving' || isBlocked}
        aria-busy={phase === 'checking'}
        aria-describedby={explanations.length > 0 ? 'blocked' : undefined}
        onClick={order}
      >
        {phase === 'checking' ? 'Checking…' : orderLabel}
      </Button>
      {paymentHint && readCodOffer({ answer, toPay }).cod === 'yes' && <p className="text-center text-sm text-soft">{paymentHint}</p>}
      <LinkButton variant="quiet" to={shopHref} className="w-full">
        Continue shopping
      </LinkButton>
    </section>
  )
}

interface ChargeNotesProps extends ChargedTotals {
  isPinKnown: boolean
  /** whether the charge for cash is not in the sum */
  hasCodCharge: boolean
}

/** What the charges depend on. */
function ChargeNotes({ policies, pinCharge, isPinKnown, hasCodCharge, ...quoted }: ChargeNotesProps) {
  const missing = findMissingForFreeShipping({ totals: applyQuote(quoted), policies, pinCharge })
  const { codChargeRupees = 0, shippingByPin } = policies
  return (
    <div className="flex flex-col gap-1 text-sm text-soft empty:hidden">
      {missing !== undefined && <p className="font-medium text-good">{formatRupees(missing)} more and delivery is free.</p>}
      {shippingByPin === 'on' && !isPinKnown && <p>The charge for shipping may be another one at your PIN code.</p>}
      {hasCodCharge && codChargeRupees > 0 && <p>Cash on delivery costs {formatRupees(codChargeRupees)} more.</p>}
    </div>
  )
}
