import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { parseAddress } from './address-fields.ts'
import { codResolver, useAddressForm } from './address-form.ts'
import { BusinessFields } from './business-fields.tsx'

const config: { gstin: string | null } = { gstin: '29AAGCB7383J1Z4' }
vi.mock('../../layout/store-config.ts', () => ({ useStoreConfig: () => config }))
beforeEach(() => {
  config.gstin = '29AAGCB7383J1Z4'
  sessionStorage.clear()
})

const address = {
  firstName: 'Asha',
  lastName: 'Rao',
  phone: '9876543210',
  email: 'asha@example.com',
  address: '12 Lake Road',
  landmark: '',
  pinCode: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
}

function Form({ saved, onSend }: { saved: object; onSend: (address: DeliveryAddress) => void }) {
  const form = useAddressForm({ savedAddress: parseAddress(saved), resolver: codResolver })
  return (
    <form noValidate onSubmit={form.handleSubmit(onSend)}>
      <BusinessFields form={form} />
      <button type="submit">Order</button>
    </form>
  )
}

function open(saved: object = address) {
  const onSend = vi.fn()
  render(<Form saved={saved} onSend={onSend} />)
  return { user: userEvent.setup(), sent: () => onSend.mock.calls.map(([values]) => values as DeliveryAddress) }
}
const unfold = () => screen.queryByRole('button', { name: 'Buying for a business? Add your GSTIN' })
const order = () => screen.getByRole('button', { name: 'Order' })

test('the fields are folded, get the focus, and are sent', async () => {
  const { user, sent } = open()
  expect(screen.queryByLabelText('GSTIN (optional)')).toBeNull()
  await user.click(unfold() as HTMLElement)
  expect(document.activeElement).toBe(screen.getByLabelText('GSTIN (optional)'))
  await user.keyboard('27aapfu0939f1zv')
  await user.type(screen.getByLabelText('Business name (optional)'), 'Udyam Traders')
  await user.click(order())
  expect(sent()).toMatchObject([{ ...address, landmark: undefined, gstin: '27AAPFU0939F1ZV', businessName: 'Udyam Traders' }])
})

test('a GSTIN with a wrong check character is not sent, says what it looks like and gets the focus', async () => {
  const { user, sent } = open()
  await user.click(unfold() as HTMLElement)
  await user.keyboard('27AAPFU0939F1ZW')
  await user.click(order())
  expect(await screen.findByText(/^This is not a GSTIN/)).toBeTruthy()
  expect([sent(), document.activeElement]).toEqual([[], screen.getByLabelText('GSTIN (optional)')])
  await user.clear(screen.getByLabelText('GSTIN (optional)'))
  await user.click(order())
  expect(sent()[0]?.gstin).toBeUndefined()
})

test('nothing is sent for a shopper who does not unfold them', async () => {
  const { user, sent } = open()
  await user.click(order())
  expect([sent()[0]?.gstin, sent()[0]?.businessName]).toEqual([undefined, undefined])
})

test('a saved GSTIN is shown at once, without the focus', () => {
  open({ ...address, gstin: '27AAPFU0939F1ZV' })
  expect(unfold()).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('GSTIN (optional)').value).toBe('27AAPFU0939F1ZV')
  expect(document.activeElement).toBe(document.body)
})

test('a shop without a GSTIN does not ask for one', () => {
  config.gstin = null
  open()
  expect(unfold()).toBeNull()
})
