/**
 * Lists the fields that a request changes in the form of a fact: some with their new value, secrets and long
 * texts only as changed.
 */
export function changedFields<
  Request extends object,
  Told extends keyof Request,
  Named extends keyof Request,
>(
  request: Request,
  told: readonly Told[],
  named: readonly Named[],
): { [Name in Told]?: Request[Name] } & { [Name in Named]?: true } {
  const fields: { [Name in Told]?: Request[Name] } & { [Name in Named]?: true } = {}
  for (const name of told) if (request[name] !== undefined) fields[name] = request[name]
  for (const name of named) if (request[name] !== undefined) Object.assign(fields, { [name]: true })
  return fields
}
