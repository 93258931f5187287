import type { User } from '#contract/accounts/users.ts'

/** The role of an account and the end of its id, which tell names apart that look alike: `user 3f2a9c1b`. */
export const describeAccount = ({ _id, role }: Pick<User, '_id' | 'role'>): string => `${role} ${_id.slice(-8)}`
