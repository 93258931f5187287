import { useState } from 'react'
import type { SettingGroupState } from '#contract/settings/settings.ts'

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

interface ValueOptions<Values> {
  readonly state: SettingGroupState
  /** what the controls show of a value */
  readonly toForm: (value: SettingGroupState['value']) => Values
}

/** The values of a form, with the state of the group that they are based on. */
export function useGroupValues<Values extends object>({ state, toForm }: ValueOptions<Values>) {
  const [base, setBase] = useState(state)
  const [latest, setLatest] = useState(state)
  const saved = toForm(base.draft ?? base.value)
  const [values, setValues] = useState(saved)

  /** Takes a new state, but keeps the fields that differ from `since`, also those that change until it is shown. */
  const take = (next: SettingGroupState, since: Values) => {
    const shown = toForm(next.draft ?? next.value)
    const names = Object.keys(since) as (keyof Values & string)[]
    setValues((current) => {
      const typed = names.filter((name) => differ(current[name], since[name]))
      return { ...shown, ...Object.fromEntries(typed.map((name) => [name, current[name]])) }
    })
    setBase(next)
  }
  /** Takes what somebody else has saved, and keeps what was typed. Returns the names of the fields that both have changed. */
  const merge = (theirs: SettingGroupState): string[] => {
    const next = toForm(theirs.draft ?? theirs.value)
    take(theirs, saved)
    const names = Object.keys(values) as (keyof Values & string)[]
    return names.filter((name) => [saved, next].every((other) => differ(values[name], other[name])) && differ(next[name], saved[name]))
  }
  // The page has loaded the settings again, such as after a publication was taken back.
  if (state !== latest) {
    setLatest(state)
    if (state.version > base.version) merge(state)
  }

  return {
    base,
    values,
    isDirty: differ(values, saved),
    set: (change: Partial<Values>) => setValues((current) => ({ ...current, ...change })),
    merge,
    /** takes the reply to a request; the values of the render that has sent it count as saved */
    accept: (reply: SettingGroupState) => take(reply, values),
  }
}
