import type { StoreConfig } from '../../api/load-context.ts'

interface FieldBase {
  readonly label: string
  readonly hint?: string
  readonly isOptional?: boolean
}

/** A field of a form: `range` is two numbers, `image` a folder of files, `own` a text in place of the usual one. */
export type SettingField = FieldBase &
  (
    | { readonly kind: 'text' | 'area' | 'number' | 'range'; readonly maxLength?: number }
    | { readonly kind: 'choice'; readonly choices: readonly (readonly [value: string, label: string])[] }
    | { readonly kind: 'own'; readonly hasLines?: boolean; readonly describeDefault: (config: StoreConfig) => string }
    | { readonly kind: 'image'; readonly image: 'logo' | 'icon' | 'signature' }
  )
