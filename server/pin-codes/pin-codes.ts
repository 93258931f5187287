import { readFileSync } from 'node:fs'

interface PinCodeArea {
  readonly state: string
  readonly district: string
}

interface PinCodeTable {
  readonly areas: ReadonlyMap<string, PinCodeArea>
  /** the states of each three-digit prefix, the most frequent first */
  readonly statesByPrefix: ReadonlyMap<string, readonly string[]>
}

/** Each line of the file: state, district, PIN codes. From GeoNames (geonames.org), CC BY 4.0; PIN codes of the army are missing. */
function readPinCodes(): PinCodeTable {
  const areas = new Map<string, PinCodeArea>()
  const counts = new Map<string, Map<string, number>>()
  for (const line of readFileSync(new URL('pin-codes.tsv', import.meta.url), 'utf8').split('\n')) {
    const [state = '', district = '', pins = ''] = line.split('\t')
    for (const pin of pins.split(' ').filter(Boolean)) {
      areas.set(pin, { state, district })
      const prefix = pin.slice(0, 3)
      const states = counts.get(prefix) ?? new Map<string, number>()
      counts.set(prefix, states.set(state, (states.get(state) ?? 0) + 1))
    }
  }
  const byFrequency = (states: Map<string, number>) => [...states].toSorted(([, a], [, b]) => b - a).map(([state]) => state)
  return { areas, statesByPrefix: new Map([...counts].map(([prefix, states]) => [prefix, byFrequency(states)])) }
}

let table: PinCodeTable | undefined
const getTable = (): PinCodeTable => {
  table ??= readPinCodes()
  return table
}

/** State and district of a PIN code; an unknown one has the most frequent state of its prefix and no district. */
export function findPinCode(pin: string): PinCodeArea {
  const { areas, statesByPrefix } = getTable()
  return areas.get(pin) ?? { state: statesByPrefix.get(pin.slice(0, 3))?.[0] ?? '', district: '' }
}

/**
 * Whether a PIN code is known and its prefix is used in this state. True for those of the army, which are not in the list
 * and start with 9.
 */
export function isPinCodeOfState({ pinCode, state }: { pinCode: string; state: string }): boolean {
  if (pinCode.startsWith('9')) return true
  const { areas, statesByPrefix } = getTable()
  const states = statesByPrefix.get(pinCode.slice(0, 3)) ?? []
  return areas.has(pinCode) && states.some((name) => name.toLowerCase() === state.trim().toLowerCase())
}
