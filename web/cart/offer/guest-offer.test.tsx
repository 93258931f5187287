import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { errorAnswer, type FakeAnswer, fakeApi, type ReceivedCall } from '../../api/fake-api.ts'
import { readOfferCode, rememberOfferCode, storeOfferCode } from '../state/offer-code.ts'
import { useGuestQuote } from '../state/use-guest-quote.ts'
import { applyQuote, toOfferFields } from './cart-offer.ts'
import { OfferField, OnlineSaving } from './offer-field.tsx'

vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const plain: Quote = { totalPrice: 999, code: null, refusal: null, isApplied: false, hasCodes: true }
const reduced = { adjustments: [{ kind: 'discount' as const, labelCode: 'TEN', amount: -100 }], toPay: 899 }
const ten: Quote = { ...plain, ...reduced, code: 'TEN', isApplied: true }

let received: ReceivedCall[]
let answers: (code: string | undefined) => FakeAnswer
const fakeQuotes = () => {
  received = fakeApi({ 'POST /guest/quote': ({ body }) => answers((body as { offerCode?: string }).offerCode) })
}
const sentCodes = () => received.map(({ body }) => (body as { offerCode?: string }).offerCode)

beforeEach(() => {
  storeOfferCode(undefined)
  answers = (code) => (code === 'TEN' || code === 'ten' ? ten : code ? { ...plain, code, refusal: 'We do not know this code.' } : plain)
  fakeQuotes()
})

function Cart({ quantity = 1 }: { quantity?: number }) {
  const offer = useGuestQuote([{ productId: 'tee', size: 'M', quantity }])
  const { toPay = 999 } = applyQuote({ totals: { totalPrice: 999 }, quote: offer.quote })
  return (
    <>
      <OfferField offer={offer} />
      <p>Costs {toPay}</p>
      <OnlineSaving
        totals={applyQuote({ totals: { totalPrice: 999 }, quote: offer.quote })}
        online={applyQuote({ totals: { totalPrice: 999 }, quote: offer.quote, payment: 'online' })}
      >
        {(amount) => `Online ${amount}`}
      </OnlineSaving>
    </>
  )
}

const open = async (props = {}) => {
  const view = render(<Cart {...props} />)
  await act(async () => {})
  return { ...view, user: userEvent.setup() }
}

test('a code is entered, kept on the device, used for a changed cart, and removed', async () => {
  const { user, rerender } = await open()
  await user.click(screen.getByRole('button', { name: 'Have a code?' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Have a code?'))
  await user.keyboard('ten{Enter}')
  expect(screen.getByRole('status').textContent).toBe('TEN is used.')
  expect([screen.getByText('Costs 899') && readOfferCode(), document.activeElement?.contains(screen.getByRole('status'))]).toEqual([
    'TEN',
    true,
  ])
  rerender(<Cart quantity={2} />)
  await act(async () => {})
  expect(sentCodes()).toEqual([undefined, 'ten', 'TEN'])
  await user.click(screen.getByRole('button', { name: 'Remove the code TEN' }))
  expect([screen.getByText('Costs 999') && readOfferCode(), sentCodes().at(-1)]).toEqual([undefined, undefined])
})

test('a refused code is not kept, and its reason stands at the field', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Have a code?' }))
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(screen.getByText('Enter a code.')).toBeTruthy()
  await user.type(screen.getByLabelText('Have a code?'), 'NINE{Enter}')
  expect(screen.getByText('We do not know this code.')).toBeTruthy()
  expect([screen.getByText('Costs 999') && readOfferCode(), document.activeElement]).toEqual([
    undefined,
    screen.getByLabelText('Have a code?'),
  ])
  answers = () => errorAnswer({ status: 429, code: 'too_many_requests', message: 'Too many tries.' })
  await user.keyboard('{Enter}')
  expect(screen.getByText('Too many tries.')).toBeTruthy()
})

test('the code of a link is used, and one that does not count any more is named with the reason', async () => {
  rememberOfferCode(' ten ')
  await open()
  expect(screen.getByRole('status').textContent).toBe('TEN is used.')
  storeOfferCode('OVER')
  await open()
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe('OVER: We do not know this code.')
})

test('a shop without codes has no field, and without an answer the cart costs its total', async () => {
  answers = () => ({ ...plain, hasCodes: false })
  await open()
  expect([screen.queryByRole('button'), screen.getByText('Costs 999') !== null]).toEqual([null, true])
  answers = () => 'offline'
  await open()
  expect(screen.getAllByText('Costs 999')).toHaveLength(2)
})

test('an online payment that costs less is said', async () => {
  answers = () => ({ ...ten, online: { totalPrice: 999, adjustments: reduced.adjustments, toPay: 849 } })
  await open()
  expect(screen.getByText('Online ₹849')).toBeTruthy()
})

test('a request says the code and the amount that were shown, and nothing about a quote of another total', () => {
  const totals = { totalPrice: 999 }
  expect(toOfferFields({ policies: {}, totals, quote: ten })).toEqual({ offerCode: 'TEN', toPay: 899 })
  expect(toOfferFields({ policies: {}, totals, quote: { ...ten, online: { totalPrice: 999, toPay: 849 } }, payment: 'online' }).toPay).toBe(
    849,
  )
  expect(toOfferFields({ policies: {}, totals, quote: { ...plain, code: 'OVER', refusal: 'Over.' } })).toEqual({ toPay: 999 })
  expect(toOfferFields({ policies: {}, totals: { totalPrice: 1998 }, quote: ten })).toEqual({})
})

test('a quote of another total reduces nothing', () => {
  expect(applyQuote({ totals: { totalPrice: 1998 }, quote: ten })).toEqual({ totalPrice: 1998 })
  const online = { ...ten, online: { totalPrice: 999, toPay: 849 } }
  expect(applyQuote({ totals: { totalPrice: 1998 }, quote: online, payment: 'online' })).toEqual({ totalPrice: 1998 })
})

test('a late answer for an earlier cart does not replace a newer one', async () => {
  const replies = [Promise.withResolvers<Quote>(), Promise.withResolvers<Quote>()]
  const pending = replies.values()
  fakeApi({ 'POST /guest/quote': () => pending.next().value?.promise ?? 'offline' })
  const { rerender } = await open()
  rerender(<Cart quantity={2} />)
  await act(async () => replies[1]?.resolve(ten))
  await act(async () => replies[0]?.resolve(plain))
  screen.getByText('Costs 899')
})

test('a field that is opened while a removal ends stays open, with the focus', async () => {
  const removal = Promise.withResolvers<void>()
  const show = (quote: Quote) => <OfferField offer={{ quote, enter: async () => undefined, remove: () => removal.promise }} />
  const { rerender } = render(show(ten))
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Remove the code TEN' }))
  rerender(show(plain))
  await user.click(screen.getByRole('button', { name: 'Have a code?' }))
  await act(async () => removal.resolve())
  expect(document.activeElement).toBe(screen.getByLabelText('Have a code?'))
})
