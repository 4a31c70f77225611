import type { Endpoint } from '#contract/request.ts'
import { requestWithProof } from '../auth/proof.ts'
import { saveBlob } from '../download/save-file.ts'

/** A million rows take half a minute. */
const LONGEST_MS = 10 * 60_000

/** Saves a list as a file. @param name of the file, without its extension @throws as requestWithProof() */
export async function saveCsv<Params>(
  endpoint: Endpoint<Params, Blob>,
  params: Params,
  name: string,
): Promise<void> {
  const csv = await requestWithProof(endpoint, params, { timeoutMs: LONGEST_MS })
  // Without the mark spreadsheets assume their own old encoding.
  await saveBlob(new Blob(['\ufeff', await csv.text()], { type: 'text/csv' }), `${name}.csv`)
}
