// The minimum in Node: one response from memory for every request.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file = '', headers = '{}'] = process.argv.slice(2)
const body = file ? readFileSync(file) : Buffer.from('ok')
const complete = { ...JSON.parse(headers), 'Content-Length': body.length }

createServer((_request, response) => {
  response.writeHead(200, complete)
  response.end(body)
}).listen(Number(port), '127.0.0.1')
