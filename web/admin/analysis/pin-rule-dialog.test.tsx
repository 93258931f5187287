import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { DeliveryRule } from '#contract/delivery/delivery-rules.ts'
import { errorAnswer, fakeApi } from '../../api/fake-api.ts'
import { PinRuleDialog } from './pin-rule-dialog.tsx'

vi.mock('../../ui/toast.ts', () => ({ showToast: vi.fn() }))

const row = {
  name: '800',
  figures: { sent: 40, delivered: 25, refused: 9, undelivered: 3 },
  before: { sent: 0, delivered: 0, refused: 0, undelivered: 0 },
  onDelivery: { sent: 30, delivered: 16, refused: 9, undelivered: 2 },
}

const buildRule = (rule: Partial<DeliveryRule>): DeliveryRule => ({
  ...{ _id: 'one', prefix: '80', deliver: true, cod: 'yes', advance: null, from: 3, to: 6, charge: 90, reason: '', version: 7 },
  ...{ changedAt: '2026-11-23T10:00:00Z', changedBy: 'owner' },
  ...rule,
})

async function open(rules: readonly DeliveryRule[], longer = 0) {
  const saved = () => ({ message: 'Saved.', rule: rules[0] })
  const received = fakeApi({
    'GET /delivery-rules': () => ({ rules, total: rules.length + longer, page: 1, totalPages: 1 }),
    'POST /delivery-rules': () =>
      rules.some(({ prefix }) => prefix === row.name)
        ? errorAnswer({ status: 409, message: 'There is a rule for these digits already.' })
        : saved(),
    'PATCH /delivery-rules/:id': saved,
  })
  const onSaved = vi.fn()
  render(
    <PinRuleDialog
      row={row}
      rates={{ freight: 70.5, returnFreight: 90 }}
      period={{ from: '2026-10-01', to: '2026-10-31' }}
      onSaved={onSaved}
      onClose={() => {}}
    />,
  )
  const changed = await screen.findByRole('region', { name: 'What it would have changed' })
  return {
    received,
    onSaved,
    user: userEvent.setup(),
    readCounts: () =>
      within(changed)
        .getAllByRole('definition')
        .map((each) => each.textContent),
  }
}
const reason = '12 of 37 parcels were not taken, orders placed 1 Oct to 31 Oct'

test('an advance concerns the parcels that are paid on delivery, and keeps days and charge of the rule that counts', async () => {
  const { received, onSaved, user, readCounts } = await open([buildRule({})])
  screen.getByText('The rule 80 ... counts there now: cash on delivery.')
  expect(readCounts()).toEqual(['30', '9', '2', '16'])
  screen.getByText(/saved at most 11 parcels that were not taken \(about ₹1,765\.50 of freight\), and cost at most 16 delivered orders/)
  await user.clear(screen.getByLabelText('Advance, in rupees'))
  await user.type(screen.getByLabelText('Advance, in rupees'), '₹150')
  await user.click(screen.getByRole('button', { name: 'Add the rule' }))
  expect(received.at(-1)).toMatchObject({
    route: 'POST /delivery-rules',
    body: { prefix: '800', deliver: true, cod: 'advance', advance: 150, from: 3, to: 6, charge: 90, reason },
  })
  expect(onSaved).toHaveBeenCalledOnce()
})

test('no delivery concerns all parcels, and changes the rule of the same digits', async () => {
  const { received, user, readCounts } = await open([buildRule({}), buildRule({ _id: 'two', prefix: '800', cod: 'no' })], 3)
  screen.getByText(
    'The rule 800 ... counts there now: no cash on delivery. It is changed. 3 rules of more digits stay and count before it.',
  )
  await user.selectOptions(screen.getByLabelText('The rule'), 'no delivery')
  expect(readCounts()).toEqual(['40', '9', '3', '25'])
  await user.click(screen.getByRole('button', { name: 'Change the rule' }))
  expect(received.at(-1)).toMatchObject({ route: 'PATCH /delivery-rules/:id', path: '/delivery-rules/two' })
  expect(received.at(-1)?.body).toEqual({
    ...{ prefix: '800', deliver: false, cod: 'no', advance: null, from: null, to: null, charge: null, reason, version: 7 },
  })
})

test('without a rule there is cash and delivery', async () => {
  const { received, user } = await open([])
  screen.getByText('No rule counts there now: the shop delivers and takes cash.')
  await user.selectOptions(screen.getByLabelText('The rule'), 'no cash')
  await user.click(screen.getByRole('button', { name: 'Add the rule' }))
  expect(received.at(-1)?.body).toEqual({
    ...{ prefix: '800', deliver: true, cod: 'no', advance: null, from: null, to: null, charge: null, reason },
  })
})

test('a rule that somebody else adds meanwhile is shown and changed by the next request, and what is entered stays', async () => {
  const rules: DeliveryRule[] = []
  const { received, user } = await open(rules)
  await user.selectOptions(screen.getByLabelText('The rule'), 'no cash')
  const reason = screen.getByLabelText<HTMLTextAreaElement>(/^Reason/)
  await user.clear(reason)
  await user.type(reason, 'As agreed')
  rules.push(buildRule({ _id: 'two', prefix: '800' }))
  await user.click(screen.getByRole('button', { name: 'Add the rule' }))
  await screen.findByText('There is a rule for these digits already.')
  await screen.findByText('The rule 800 ... counts there now: cash on delivery. It is changed.')
  await user.click(screen.getByRole('button', { name: 'Change the rule' }))
  expect(received.at(-1)).toMatchObject({ path: '/delivery-rules/two', body: { cod: 'no', reason: 'As agreed', version: 7 } })
})
