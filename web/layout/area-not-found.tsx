import { data } from 'react-router'

/** An unknown path in a dashboard: its error screen shows the 404. */
export function clientLoader(): never {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
