import { Controller, Get, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '#libs/http/src/access.js';

/** Whoever opens the origin in a browser is shown the documentation. */
@ApiExcludeController()
@Public()
@Controller()
export class RootController {
  @Get()
  @Redirect('/docs')
  showDocumentation(): void {}
}
