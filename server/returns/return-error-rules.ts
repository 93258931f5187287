import { returnTexts } from '#contract/kernel/errors/return-texts.ts'
import { AppError } from '../kernel/errors.ts'

type Texts = typeof returnTexts
type Code = keyof Texts

/** The error of a return with its text. */
export function returnError<Name extends Code>(
  code: Name,
  ...[params]: Texts[Name] extends (params: infer Params) => string ? [Params] : []
): AppError {
  const text = returnTexts[code] as string | ((params: unknown) => string)
  return new AppError<Code>(code, { reason: typeof text === 'string' ? text : text(params) })
}
