import { data } from 'react-router'
import { ApiError } from '../../api/client.ts'

/** For the loader of a page whose order does not exist, or belongs to somebody else: the page says that there is none. */
export function throwNotFound(error: unknown): never {
  throw error instanceof ApiError && error.status === 404 ? data(null, { status: 404 }) : error
}
