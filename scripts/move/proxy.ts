import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const NGINX = process.env['NGINX'] ?? '/usr/sbin/nginx';

const CONF = (folder: string, port: number) => `
user root;
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/cells.conf;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://$portal_cell;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`;

/** nginx with the map that the portal generates. Its reload is the command that an operator gives to `tenant move`. */
export async function startProxy(folder: string, port: number) {
  const conf = join(folder, 'nginx.conf');
  await writeFile(conf, CONF(folder, port));
  const child = spawn(NGINX, ['-p', folder, '-c', conf], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  await setTimeout(500);
  if (child.exitCode !== null) throw new Error('nginx does not start.');
  return {
    reload: `kill -HUP $(cat ${folder}/nginx.pid)`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Calls that reach the proxy under the tenant's host name, as its visitors' do. */
export function visitorsOf(host: string, port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const origin = `http://${host}:${port}`;
  return (path: string, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path,
          agent,
          method: init.method ?? 'GET',
          headers: { ...(init.headers as Record<string, string>), host: `${host}:${port}`, origin },
          timeout: 60_000,
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve(
              new Response(Buffer.concat(parts), {
                status: answer.statusCode ?? 0,
                headers: answer.headers as Record<string, string>,
              }),
            ),
          );
          answer.on('error', reject);
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('no answer within a minute')));
      asked.on('error', reject);
      asked.end(init.body as string | undefined);
    });
}
