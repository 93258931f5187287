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
  const saved = toForm(base.draft ?? base.value)
  const [values, setValues] = useState(saved)

  /** Takes what somebody else has saved, and keeps what was typed. Returns the names of the fields that both have changed. */
  const merge = (theirs: SettingGroupState): string[] => {
    const next = toForm(theirs.draft ?? theirs.value)
    const names = Object.keys(values) as (keyof Values & string)[]
    const typed = names.filter((name) => differ(values[name], saved[name]))
    setValues({ ...next, ...Object.fromEntries(typed.map((name) => [name, values[name]])) })
    setBase(theirs)
    return typed.filter((name) => differ(next[name], saved[name]) && differ(next[name], values[name]))
  }

  return {
    base,
    values,
    isDirty: differ(values, saved),
    set: (change: Partial<Values>) => setValues((current) => ({ ...current, ...change })),
    merge,
  }
}
