import { data } from 'react-router'

/** An address of the area that leads nowhere: the area's own error screen says so. */
export function clientLoader(): never {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
