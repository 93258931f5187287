import { ApiError } from './client.ts'

/** The server's text about an error, or the fallback when there is none. */
export const getErrorText = ({ error, fallback }: { error: unknown; fallback: string }): string =>
  error instanceof ApiError && error.code !== 'unknown' ? error.message : fallback
