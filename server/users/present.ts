import type { SavedAddress } from '#contract/address.ts'
import type { User } from '#contract/users.ts'

export function presentUser({
  id,
  name,
  role,
  address,
}: {
  id: string
  name: string
  role: User['role']
  address: SavedAddress | null
}): User {
  const { firstName = '', lastName = '', email = '', phone = '' } = address ?? {}
  return { _id: id, name, role, firstName, lastName, email, phone }
}
