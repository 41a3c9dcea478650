import { Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminController } from '#libs/http/src/access.js';
import { respondWithPage, AS_CSV, JSON_OR_CSV, paged } from '#libs/http/src/csv-responses.js';
import type { SuccessPage } from '#libs/http/src/envelope.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import type { CsvColumns } from '#libs/text/src/csv.js';
import { AuditEntriesService } from './audit-entries.service.js';
import { AuditEntryDto, ListAuditQuery } from './audit.dto.js';

const COLUMNS: CsvColumns<AuditEntryDto> = {
  at: ({ at }) => at,
  admin: ({ admin }) => admin?.email,
  operator: ({ operator }) => operator,
  address: ({ address }) => address,
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  subjectId: ({ subjectId }) => subjectId,
  subjectName: ({ subjectName }) => subjectName,
  subjectEmail: ({ subjectEmail }) => subjectEmail,
  subjectStart: ({ subjectStart }) => subjectStart,
  before: ({ before }) => (before ? JSON.stringify(before) : null),
  after: ({ after }) => (after ? JSON.stringify(after) : null),
  id: ({ id }) => id,
};

@AdminController('admin/audit', 'Audit')
export class AuditController {
  constructor(private readonly entries: AuditEntriesService) {}

  @Get()
  @ApiOperation({
    summary: 'List audit log entries',
    description:
      'Newest first; as CSV, up to 10,000 entries per page. The database refuses changes to ' +
      'entries.',
  })
  @ApiProduces(...JSON_OR_CSV)
  @ApiSuccessPage(AuditEntryDto, {
    description: 'A page of the audit log.',
    headers: ['X-Total-Count'],
    formats: AS_CSV,
  })
  async listAudit(
    @Query() query: ListAuditQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessPage<AuditEntryDto> | string> {
    const page = paged(query, request);
    return respondWithPage(await this.entries.list(page), page, {
      request,
      reply,
      columns: COLUMNS,
      fileName: 'audit',
    });
  }
}
