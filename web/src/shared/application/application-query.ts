import { queryOf } from '../api/calls.ts';

export const applicationQuery = (id: string) => queryOf('/api/applications/{id}', { params: { id } });
