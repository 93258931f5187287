import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { describeError, useResource } from '../../kit/use-resource.ts'
import { CustomerSums } from '../../shared/customer-sums.tsx'
import { describeAccount } from '../../shared/describe-account.ts'

type Account = NonNullable<Customer['account']>
type Address = CallReply<'GET /customers/:id'>['addresses'][number]

/** Whom the order is for: somebody with earlier orders, or an account without any. */
export interface ChosenCustomer {
  readonly account: Account | null
  readonly customer?: Customer
  /** the addresses of earlier orders, newest first */
  readonly addresses: readonly Address[]
}

/** Reads one person as a choice. */
export async function readChosenCustomer(id: string): Promise<ChosenCustomer> {
  const { customer, addresses } = await callSignedIn('GET /customers/:id', { params: { id } })
  return { account: customer.account, customer, addresses: addresses.length > 0 ? addresses : [toAddress(customer)] }
}

/** What an import knows of the address of somebody without orders. */
function toAddress({ name, phone, email }: Customer): Address {
  const [firstName = '', ...lastNames] = name.split(' ')
  return { firstName, lastName: lastNames.join(' '), phone, email, address: '', city: '', state: '', pinCode: '' }
}

/** `1 order`, or that somebody is known from an import. */
const describeOrderCount = (orders: number): string =>
  orders === 0 ? 'imported, no orders yet' : orders === 1 ? '1 order' : `${orders} orders`

interface CustomerSearchProps {
  chosen: ChosenCustomer | undefined
  onChoose: (chosen: ChosenCustomer | undefined) => void
  onAddress: (address: Address) => void
  /** the phone of somebody new */
  onPhone: (phone: string) => void
}

interface Found {
  readonly customers: readonly Customer[]
  /** without orders */
  readonly accounts: readonly Account[]
}

async function findCustomers(q: string): Promise<Found> {
  const [{ customers }, { users }] = await Promise.all([
    callSignedIn('GET /customers', { query: { q } }),
    callSignedIn('GET /users/getUsers', { query: { page: 1, q } }),
  ])
  const withOrders = new Set(customers.map(({ account }) => account?._id))
  const accounts = users.filter(({ _id, role }) => role === 'user' && !withOrders.has(_id))
  return { customers: customers.slice(0, 5), accounts: accounts.slice(0, 5) }
}

/** Finds the customer of a new order by name, phone or email, with the addresses of earlier orders. */
export function CustomerSearch({ chosen, onChoose, onAddress, onPhone }: CustomerSearchProps) {
  const [q, setQ] = useState('')
  const [found, setFound] = useState<Found>()
  const [failure, setFailure] = useState<string>()
  const attempt = async (request: () => Promise<void>) => {
    setFailure(undefined)
    try {
      await request()
    } catch (cause) {
      setFailure(describeError(cause))
    }
  }
  const search = () =>
    q.trim() !== '' &&
    attempt(async () => {
      const result = await findCustomers(q.trim())
      setFound(result)
      const phone = normalizePhone(q)
      if (result.customers.length === 0 && /^\d{10}$/.test(phone)) onPhone(phone)
    })
  const choose = (choice: ChosenCustomer) => {
    onChoose(choice)
    setFound(undefined)
    setQ('')
  }
  if (chosen) return <Chosen chosen={chosen} onAddress={onAddress} onClear={() => onChoose(undefined)} />
  return (
    <div className="flex flex-col gap-3">
      <SearchBox label="Name, phone or email" value={q} maxLength={maxLengths.adminSearch} onChange={setQ} onSearch={search} />
      <p role="status" className="text-sm text-soft empty:hidden">
        {failure ?? (found && found.customers.length + found.accounts.length === 0 ? 'No earlier orders. Enter the address below.' : '')}
      </p>
      {found && (
        <ul aria-label="Found customers" className="flex flex-wrap gap-2 empty:hidden">
          {found.customers.map(({ _id, name, phone, city, orders, refused }) => (
            <li key={_id} className="max-w-full">
              <SmallButton onClick={() => attempt(async () => choose(await readChosenCustomer(_id)))} className="max-w-full flex-wrap">
                {name}
                <span className="font-normal text-soft">{[phone, city, describeOrderCount(orders)].filter(Boolean).join(', ')}</span>
                {refused > 0 && <span className="text-bad">{refused} refused</span>}
              </SmallButton>
            </li>
          ))}
          {found.accounts.map((account) => (
            <li key={account._id} className="max-w-full">
              <SmallButton onClick={() => choose({ account, addresses: [] })} className="max-w-full">
                {account.name} <span className="font-normal text-soft">{describeAccount(account)}, no orders</span>
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface ChosenProps extends Pick<CustomerSearchProps, 'onAddress'> {
  chosen: ChosenCustomer
  onClear: () => void
}

function Chosen({ chosen: { account, customer, addresses }, onAddress, onClear }: ChosenProps) {
  return (
    <div className="flex flex-col gap-4 rounded-control bg-sunk p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <span className="font-semibold">{customer?.name ?? account?.name}</span>{' '}
          <span className="text-soft">
            {account
              ? `The order appears in the account ${account.name}, ${describeAccount(account)}.`
              : customer?.orders === 0
                ? 'Imported, no orders yet'
                : 'Guest'}
          </span>
        </p>
        <Button onClick={onClear} className="sm:min-h-9 sm:py-1 sm:text-sm">
          Somebody else
        </Button>
      </div>
      {customer && customer.orders > 0 && <CustomerSums customer={customer} />}
      {addresses.length > 1 && (
        <SelectField
          label="Address of an earlier order"
          onChange={({ target }) => {
            const address = addresses[Number(target.value)]
            if (address) onAddress(address)
          }}
        >
          {addresses.map((each, index) => (
            <option key={JSON.stringify(each)} value={index}>
              {`${each.firstName} ${each.lastName}`.trim()}, {each.address}, {each.city} {each.pinCode}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

interface KnownCustomerProps {
  /** as it is typed in the address */
  phone: string
  onChoose: (id: string) => void
}

/** Undefined for a phone that is not complete. Only a hint. */
const findByPhone = async (phone: string) =>
  /^[6-9]\d{9}$/.test(phone) ? (await callSignedIn('GET /customers', { query: { q: phone } })).customers[0] : undefined

/** Shows that the phone of the address has ordered before. */
export function KnownCustomer({ phone, onChoose }: KnownCustomerProps) {
  const { data: customer } = useResource({ id: phone, load: findByPhone })
  return (
    <div role="status" className="flex flex-col items-start gap-2 empty:hidden">
      {customer && (
        <>
          <p>
            {phone} {customer.orders === 0 ? 'is known' : 'has ordered before'}: <span className="font-semibold">{customer.name}</span>,{' '}
            {describeOrders(customer)}.
          </p>
          <Button onClick={() => onChoose(customer._id)}>
            {customer.orders === 0 ? 'Use the name and email' : 'Use the earlier address'}
          </Button>
        </>
      )}
    </div>
  )
}

const describeOrders = ({ orders, refused, cancelled }: Customer): string =>
  [describeOrderCount(orders), refused > 0 && `${refused} refused`, cancelled > 0 && `${cancelled} cancelled`].filter(Boolean).join(', ')
