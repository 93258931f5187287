import type { User } from '#contract/users.ts'

export function presentUser({ id, name, role }: { id: string; name: string; role: User['role'] }): User {
  return { _id: id, name, role, firstName: '', lastName: '', email: '', phone: '' }
}
