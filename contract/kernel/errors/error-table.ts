/** Each code with its HTTP status and its English text, which may need parameters. Texts of the specification are verbatim. */
export type ErrorTable = Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: each text has parameters of its own
  Record<string, { readonly status: number; readonly text: string | ((params: any) => string) }>
>
