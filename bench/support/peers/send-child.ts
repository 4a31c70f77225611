// Serves a folder with the `send` package from the folder it was installed into.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const [port, root = '', installed = ''] = process.argv.slice(2)
const send = createRequire(installed)('send')

createServer((request, response) => {
  if (request.url === '/ready') response.end()
  else send(request, request.url, { root }).pipe(response)
}).listen(Number(port), '127.0.0.1')
