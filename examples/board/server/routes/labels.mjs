import { Hono } from 'hono';

/** `/api/labels` */
export function labelRoutes({ labels }) {
  return new Hono().get('/', c => c.json(labels.list()));
}
